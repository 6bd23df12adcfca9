import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { PlaceSuggestions } from '../../../api/lazyPlaceSuggestions'
import { useBasket } from '../../../basket/basket'
import { handoffCleared } from '../../../basket/basketSession'
import { CartElsewhereNotice } from '../../../basket/move/CartElsewhereNotice'
import { handoffTypes, readHandoff } from '../../../market/handoff'
import { Chip } from '../../../ui/form/Chip'
import { PlaceSearch } from '../../../ui/form/PlaceSearch'
import { Drips } from '../../../ui/layout/Drips'
import { PageMeta } from '../../../ui/page/PageMeta'
import { RegionBrowser } from '../regions/RegionBrowser'
import { formatPoint, readSearch, searchRequest, useSearchPaths, useSearchQuery } from '../searchQuery'
import { Results } from './Results'
import styles from './StartOrderPage.module.css'

export function StartOrderPage() {
  const { t } = useTranslation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const paths = useSearchPaths()
  const { query, change } = useSearchQuery()
  const search = readSearch(query)
  const { basket, abroad } = useBasket()
  const type = readHandoff(query)
  const call = searchRequest(search, type)

  useEffect(() => {
    dispatch(handoffCleared())
  }, [dispatch])

  const openOnly = search.open === '1'
  const go = (next: Parameters<typeof paths.startOrder>[0]) =>
    void navigate(paths.startOrder({ open: search.open, ...next }))
  return (
    <>
      <PageMeta title={t('start.title')} preventIndexing />
      <section className={styles.finder} data-ground="stage">
        <div className="wrap">
          <h1>{t('start.heading')}</h1>
          <div className={styles.form}>
            <PlaceSearch
              Suggestions={PlaceSuggestions}
              near={search.near}
              onSearch={(near) => go({ near })}
              onLocate={(point) => go({ point: formatPoint(point) })}
              submit={t('start.search')}
            />
            <div className={styles.chips}>
              {handoffTypes.map((way) => (
                <Chip key={way} aria-pressed={way === type} onClick={() => change({ type: way })}>
                  {t(`app.handoff-${way}`)}
                </Chip>
              ))}
              {call && (
                <Chip aria-pressed={openOnly} onClick={() => change({ open: openOnly ? undefined : '1' })}>
                  {t('start.open-now')}
                </Chip>
              )}
            </div>
          </div>
        </div>
        <Drips color="var(--stage)" />
      </section>
      <div className={`wrap ${styles.below}`}>
        {basket && basket.count > 0 ? (
          <CartElsewhereNotice cart={basket}>
            <p>{t('move.can-come')}</p>
          </CartElsewhereNotice>
        ) : (
          abroad && <CartElsewhereNotice />
        )}
        {call ? <Results key={JSON.stringify(call)} call={call} search={search} /> : <RegionBrowser />}
      </div>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import type { ApiError } from '../../api/errors'
import { type Location, useGetLocationBySlugQuery, useGetMenusQuery } from '../../api/generated'
import { useDeals } from '../../api/useDeals'
import { useLoadErrorText } from '../../api/useProblemText'
import { LocationPageBar } from '../../basket/bar/LocationPageBar'
import { useBasket } from '../../basket/basket'
import { earliestTime, locationContextOf, useRememberedHandoff } from '../../basket/locationContext'
import { CartElsewhereNotice } from '../../basket/move/CartElsewhereNotice'
import { MoveDialog } from '../../basket/move/MoveDialog'
import { readFilters, writeFilters } from '../../food/diet'
import { handoffIds, readHandoff } from '../../market/handoff'
import { useCategory, useMoveToCountry, usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { Notice } from '../../ui/feedback/Notice'
import { ButtonLink } from '../../ui/form/Button'
import { TextButton } from '../../ui/form/TextButton'
import { PageMeta } from '../../ui/page/PageMeta'
import { useOpenStatusText } from '../../ui/text/useOpenStatusText'
import { useTimeText } from '../../ui/text/useTimeText'
import { filterSections, filtersByRecipe } from './filterSections'
import { HandoffNotice } from './HandoffNotice'
import { MenuFilters } from './MenuFilters'
import styles from './MenuPage.module.css'
import { MenuSection } from './MenuSection'
import { MenuSkeleton } from './MenuSkeleton'
import { NoOnlineOrders } from './NoOnlineOrders'
import { OrderBar, OrderTicket } from './OrderTicket'
import { SectionRail } from './SectionRail'
import { ShelfLink } from './ShelfLink'
import { layoutSections } from './sectionLayout'
import { useQuickAdd } from './useQuickAdd'

export function MenuPage() {
  useRememberedHandoff()
  const { t } = useTranslation()
  const { storeSlug: locationSlug = '' } = useParams()
  const paths = usePaths()
  const wording = useLoadErrorText()
  const { currentData: location, error, refetch } = useGetLocationBySlugQuery({ slug: locationSlug })
  const isLeavingCountry = useMoveToCountry(location?.address.country)

  if (error && !location) {
    const loadError = error as ApiError
    const another = <ButtonLink to={paths.startOrder()}>{t('menu.another-grill')}</ButtonLink>
    const isMissing = loadError.status === 404
    return (
      <>
        <PageMeta title={isMissing ? wording(loadError) : t('app.trouble-title')} preventIndexing />
        {isMissing ? (
          <EmptyState title={wording(loadError)} line={t('menu.moved')}>
            {another}
          </EmptyState>
        ) : (
          <div className="wrap">
            <ErrorMessage text={wording(loadError)} onRetry={refetch}>
              {another}
            </ErrorMessage>
          </div>
        )}
      </>
    )
  }
  if (!location || isLeavingCountry) return <MenuSkeleton />
  if (location.handoffs.length === 0) return <NoOnlineOrders location={location} />
  return <OrderableMenu location={location} />
}

function OrderableMenu({ location }: { location: Location }) {
  const { t } = useTranslation()
  const category = useCategory()
  const [query, setQuery] = useSearchParams()
  const wording = useLoadErrorText()
  const { whenAt } = useTimeText(location.timeZone)
  const openStatus = useOpenStatusText(location.opening, location.timeZone)
  const { basket } = useBasket()
  const requestedHandoff = readHandoff(query)
  const context = locationContextOf(location, query.toString(), basket)
  const handoff = context.handoff
  const basketHere = basket?.store.id === location.id ? basket : undefined
  const time = basketHere?.wanted
  const visit = { locationId: location.id, category, handoff: handoffIds[handoff], at: time }
  const { data, currentData, error, refetch } = useGetMenusQuery(visit)
  const deals = useDeals(visit)
  const filters = readFilters(query)
  const { cart, add } = useQuickAdd(location, context)
  const { elsewhere } = cart

  const ready = time ?? earliestTime(location, handoff)
  const closesAt = location.opening?.closesAt
  /** True if the location closes before an order placed now would be ready. */
  const closesBeforeReady = !time && ready && closesAt && ready > closesAt
  const bar = (
    <LocationPageBar
      location={location}
      handoff={handoff}
      onChangeHandoff={context.offered.length > 1 ? cart.askForHandoff : undefined}
      ready={ready}
      cart={basketHere?.count ? basketHere : undefined}
    />
  )
  if (error && !currentData) {
    return (
      <>
        {bar}
        <div className="wrap">
          <ErrorMessage text={wording(error as ApiError)} onRetry={refetch} />
        </div>
      </>
    )
  }
  if (!data || deals.isAwaited) return <MenuSkeleton bar={bar} />

  const sections = data.menus.flatMap((menu) => menu.sections).filter((section) => section.items.length > 0)
  const shown = filterSections(sections, filters)
  const layouts = layoutSections(shown, sections)
  return (
    <>
      <PageMeta title={t('menu.title-at', { store: location.label })} preventIndexing />
      {bar}
      <div className={`wrap ${styles.grid}`}>
        <SectionRail sections={shown} />
        <div>
          <div className={styles.head}>
            <div className={styles.title}>
              <h1>{t('menu.heading')}</h1>
              <ShelfLink className={styles.shelf} />
            </div>
            <MenuFilters
              filters={filters}
              onChange={(next) =>
                setQuery(writeFilters(query, next), { replace: true, preventScrollReset: true })
              }
            />
          </div>
          {elsewhere ? (
            <CartElsewhereNotice cart={elsewhere}>
              <TextButton onClick={() => cart.moveHere(elsewhere)} aria-disabled={cart.busy}>
                {t('move.bring', { here: location.label })}
              </TextButton>
            </CartElsewhereNotice>
          ) : (
            cart.abroad && <CartElsewhereNotice />
          )}
          {requestedHandoff !== handoff && (
            <HandoffNotice
              requested={requestedHandoff}
              context={context}
              location={location.label}
              busy={cart.busy}
              onSwitch={() => basketHere && cart.moveHere(basketHere, undefined, requestedHandoff)}
            />
          )}
          {cart.error && !cart.dialog.open && (
            <Notice tone="bad" role="alert" className={styles.note}>
              {cart.error}
            </Notice>
          )}
          {openStatus.state === 'closing' && (
            <Notice tone="warn" className={styles.note}>
              {closesBeforeReady && ready
                ? t('menu.closing-late', { closing: openStatus.now, time: whenAt(ready) })
                : openStatus.now}
            </Notice>
          )}
          {openStatus.state === 'closed' && ready && (
            <Notice tone="warn" className={styles.note}>
              {t('menu.closed', { time: whenAt(ready) })}
            </Notice>
          )}
          {filtersByRecipe(filters) && (
            <Notice tone="warn" className={styles.note}>
              {t('menu.caveat')}
            </Notice>
          )}
          {shown.map((section, index) => (
            <MenuSection
              key={section.slug}
              section={section}
              layout={layouts[index]!}
              locationSlug={location.slug}
              zone={location.timeZone}
              deals={deals.prices}
              onAdd={add}
            />
          ))}
          {shown.length === 0 && (
            <div className={styles.nothing} role="status">
              <p>{t('menu.nothing-fits')}</p>
              <TextButton
                onClick={() => setQuery(writeFilters(query, { diets: [], without: [] }), { replace: true })}
              >
                {t('menu.clear')}
              </TextButton>
            </div>
          )}
          <p className={styles.statement}>{t('app.calorie-statement')}</p>
        </div>
        <OrderTicket basket={basketHere} />
      </div>
      <OrderBar basket={basketHere} />
      <MoveDialog here={location.label} {...cart.dialog} />
    </>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Deal } from '../../api/generated'
import { useDeals } from '../../api/useDeals'
import { useBasket } from '../../basket/basket'
import { handoffsOf, handoffTypes } from '../../market/handoff'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { formatPercent } from '../../money/percent'
import { useNow } from '../../time/useNow'
import { Loading } from '../../ui/feedback/Skeleton'
import { ButtonLink } from '../../ui/form/Button'
import { useHydrated } from '../../ui/loading/useHydrated'
import styles from './Deals.module.css'
import { dealState, dealTimes } from './dealTimes'

/** The deals that run or begin soon, each a layer of the page's width. A published page has none of them: it is older than they are. */
export function Deals() {
  const { t } = useTranslation()
  const { acceptsOrders } = useMarket()
  const hydrated = useHydrated()
  const { deals, isLoading, isError } = useDeals()
  if (!acceptsOrders) return null
  if (isLoading || deals.length === 0)
    return (
      <div className={`${styles.blank} ${isLoading ? styles.loading : ''}`} data-ground="dark">
        <noscript>
          <p className="wrap">{t('dealpage.no-script')}</p>
        </noscript>
        {hydrated &&
          (isLoading ? (
            <Loading />
          ) : (
            <p className="wrap">{t(isError ? 'content.unfetched' : 'dealpage.none')}</p>
          ))}
      </div>
    )
  return (
    <ul>
      {deals.map((deal) => (
        <Layer key={deal.id} deal={deal} />
      ))}
    </ul>
  )
}

function Layer({ deal }: { deal: Deal }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  const handoffs = deal.handoffs ? handoffsOf(deal.handoffs) : handoffTypes
  const off = deal.amount
    ? formatAmount(deal.amount, lang)
    : deal.percent && formatPercent(String(deal.percent), lang)
  return (
    <li className={`${styles.layer} ${deal.runsNow ? styles.running : styles.coming}`} data-ground="dark">
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          <p className={styles.state}>{dealState(deal, lang, t, now)}</p>
          <h2>{deal.label}</h2>
          <p className={styles.text}>{deal.text}</p>
          <DealButton deal={deal} />
        </div>
        <div>
          <dl className={styles.facts}>
            <Fact name={t('dealpage.when')}>
              {dealTimes(deal, lang, t, now).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </Fact>
            <Fact name={t('dealpage.where')}>
              {deal.locations ? <Places places={deal.locations} /> : t('dealpage.everywhere')}
            </Fact>
            <Fact name={t('dealpage.how')}>
              {handoffs.map((type) => (
                <span key={type}>{t(`app.handoff-${type}`)}</span>
              ))}
              {off && <span>{t('dealpage.off', { off })}</span>}
              {deal.minSubtotal && (
                <span>{t('dealpage.minimum', { amount: formatAmount(deal.minSubtotal, lang) })}</span>
              )}
              {deal.signedIn && <span>{t('dealpage.signed-in')}</span>}
            </Fact>
          </dl>
          {deal.terms && <p className={styles.terms}>{deal.terms}</p>}
        </div>
      </div>
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Places({ places }: { places: NonNullable<Deal['locations']> }) {
  const paths = usePaths()
  return places.map(({ id, slug, label, city }) => (
    <Link key={id} className="tap" to={paths.menu(slug)}>
      {`${label}, ${city}`}
    </Link>
  ))
}

/** Leads to the menu of the deal's only location, or of the cart's if it has the deal, else to the start of an order. */
function DealButton({ deal: { locations, handoffs, runsNow } }: { deal: Deal }) {
  const { t } = useTranslation()
  const { basket } = useBasket()
  const paths = usePaths(handoffs && handoffsOf(handoffs)[0])
  const here = locations?.length === 1 ? locations[0] : locations?.find(({ id }) => id === basket?.store.id)
  const store = here ?? (locations ? undefined : basket?.store)
  return (
    <ButtonLink tone={runsNow ? 'yellow' : 'red'} to={store ? paths.menu(store.slug) : paths.startOrder()}>
      {store ? t('dealpage.menu', { store: store.label }) : t('app.footer-start')}
    </ButtonLink>
  )
}

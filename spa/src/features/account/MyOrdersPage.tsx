import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ApiError } from '../../api/errors'
import { type CustomerOrder, useMyOrdersQuery } from '../../api/ordersGraph'
import { placeLayers } from '../../food/stack'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { formatDate } from '../../time/time'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { Button, ButtonLink } from '../../ui/form/Button'
import { DrawnFacts, DrawnList, DrawnRow } from '../../ui/layout/DrawnList'
import { AccountPage } from './AccountPage'
import styles from './MyOrdersPage.module.css'
import { useAccountLoadErrorText } from './useAccountProblemText'

/** The signed-in customer's shelf and their orders, the newest first. A guest reads where their orders are. */
export function MyOrdersPage({ shelf }: { shelf?: ReactNode }) {
  return (
    <AccountPage kind="orders">
      <ShelfAndOrders shelf={shelf} />
    </AccountPage>
  )
}

function ShelfAndOrders({ shelf }: { shelf?: ReactNode }) {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const paths = usePaths()
  const errorText = useAccountLoadErrorText()
  const { data, error, refetch } = useMyOrdersQuery({ locale })
  if (error && !data)
    return <ErrorMessage text={errorText(error as ApiError)} onRetry={() => void refetch()} />
  if (!data) return <p aria-busy="true" className={styles.loading} />
  if (data.nodes.length === 0)
    return (
      <>
        <EmptyState
          title={t('account.history-empty-heading')}
          line={t('account.history-empty-line')}
          picture="dishes/tailgate"
        >
          <ButtonLink to={paths.startOrder()}>{t('account.as-guest')}</ButtonLink>
        </EmptyState>
        <div className={styles.page}>{shelf}</div>
      </>
    )
  return (
    <div className={styles.page}>
      <h1>{t('account.history-heading')}</h1>
      {shelf}
      <section className={styles.orders} aria-labelledby="orders">
        <h2 id="orders">{t('account.orders-title')}</h2>
        <p>{t('account.history-line')}</p>
        <OrdersFrom />
      </section>
    </div>
  )
}

/** A page of orders, and those after it once the customer asks for them. */
function OrdersFrom({ after }: { after?: string }) {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const errorText = useAccountLoadErrorText()
  const { data, error, refetch } = useMyOrdersQuery({ locale, after })
  const [isMore, setIsMore] = useState(false)
  if (error && !data)
    return <ErrorMessage level={2} text={errorText(error as ApiError)} onRetry={() => void refetch()} />
  if (!data) return <p aria-busy="true" className={styles.loading} />
  return (
    <>
      <DrawnList>
        {data.nodes.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </DrawnList>
      {data.pageInfo.hasNextPage &&
        (isMore ? (
          <OrdersFrom after={data.pageInfo.endCursor} />
        ) : (
          <Button tone="second" onClick={() => setIsMore(true)}>
            {t('account.history-more')}
          </Button>
        ))}
    </>
  )
}

/** Number of burgers drawn at most. */
const maxBurgers = 4

/** An order with its burgers, each as built, or with one of its dishes. */
function OrderRow({ order }: { order: CustomerOrder }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const { status } = order.status
  const burgers = order.lines.filter(({ stack }) => stack.length > 0).slice(0, maxBurgers)
  const dish = order.lines.find(({ picture }) => picture)
  return (
    <DrawnRow
      food={burgers.length > 0 ? burgers.map((l) => placeLayers(l.stack)) : dish ? [dish.picture] : []}
    >
      <h3>
        <Link className="tap" to={paths.order(order.id)}>
          {t('account.history-order', { number: order.number, store: order.location.label })}
        </Link>
      </h3>
      <p>{order.lines.map((l) => (l.quantity > 1 ? `${l.quantity} × ${l.label}` : l.label)).join(', ')}</p>
      <DrawnFacts>
        {`${formatDate(order.placedAt, order.location.timeZone, lang)} · ${formatAmount(order.total, lang)}`}
      </DrawnFacts>
      {status !== 'completed' && <p className={styles.status}>{t(`order.short-${status}`)}</p>}
    </DrawnRow>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Order, OrderLine, OrderStatus } from '../../api/generated'
import { useOrder } from '../../api/useOrder'
import { useProblemText } from '../../api/useProblemText'
import { useBasket } from '../../basket/basket'
import { brand } from '../../brand/brand'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { Notice } from '../../ui/feedback/Notice'
import { ButtonLink } from '../../ui/form/Button'
import { TextButton } from '../../ui/form/TextButton'
import { PageMeta } from '../../ui/page/PageMeta'
import { CancelOrder } from './CancelOrder'
import { CurbsideArrival } from './CurbsideArrival'
import { EarnedPoints } from './EarnedPoints'
import { OrderAgain } from './OrderAgain'
import { OrderFacts } from './OrderFacts'
import styles from './OrderPage.module.css'
import { OrderReceipt } from './OrderReceipt'
import { OrderSkeleton } from './OrderSkeleton'
import { PromisedTime } from './PromisedTime'
import { isPlaced } from './progress'
import { ReviewInvitation } from './ReviewInvitation'
import { Tracker } from './Tracker'

interface OrderPageProps {
  /** Returns the content below the facts of a placed order. */
  afterPlacing: (orderToken: string) => ReactNode
  /** Returns the content below a line of a placed order. */
  belowLine?: (order: Order, line: OrderLine) => ReactNode
}

/** Step 5: the promised time and the status of the order. Access needs only the URL. */
export function OrderPage({ afterPlacing, belowLine }: OrderPageProps) {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const paths = usePaths()
  const wording = useProblemText()
  const { order, status, error, outOfTouch, refetch } = useOrder(token)
  if (error?.status === 404) {
    return (
      <>
        <PageMeta title={wording(error)} preventIndexing />
        <EmptyState title={wording(error)} line={t('order.lost-line')}>
          <ButtonLink to={paths.startOrder()}>{t('order.start')}</ButtonLink>
        </EmptyState>
      </>
    )
  }
  if (error) {
    return (
      <div className={`wrap ${styles.fullHeight}`}>
        <PageMeta title={t('order.title')} preventIndexing />
        <ErrorMessage text={wording(error)} onRetry={refetch}>
          <ButtonLink tone="second" to={paths.startOrder()}>
            {t('order.start')}
          </ButtonLink>
        </ErrorMessage>
      </div>
    )
  }
  if (!order || !status) return <OrderSkeleton />
  const title = isPlaced(status.status) ? t('order.title-number', { number: order.number }) : t('order.title')
  const arrival = <CurbsideArrival order={order} status={status} onStale={refetch} />
  const atCurb = !!status.arrival?.awaited
  return (
    <div className={styles.page}>
      <PageMeta
        title={t('order.title-status', { title, status: t(`order.short-${status.status}`) })}
        preventIndexing
      />
      <PromisedTime order={order} status={status} />
      {/* Placed first by the style sheet, so that guests at the curb need not scroll. */}
      {atCurb && <div className={`wrap ${styles.atCurb}`}>{arrival}</div>}
      <Tracker status={status} zone={order.store.timeZone} />
      <div className={`wrap ${styles.columns}`}>
        <p className={styles.onPaper}>{brand.name}</p>
        <div className={styles.side}>
          <div role="status">{outOfTouch && <Notice tone="warn">{t('order.out-of-touch')}</Notice>}</div>
          {!atCurb && arrival}
          {status.status === 'completed' && <EarnedPoints order={order} status={status} onStale={refetch} />}
          <NextAction order={order} status={status} />
          {status.status === 'completed' && !order.erased && <ReviewInvitation order={order} />}
          <OrderFacts order={order} status={status} />
          {isPlaced(status.status) && afterPlacing(order.orderToken)}
          <CancelOrder order={order} cancellable={status.cancellable} onStale={refetch} />
        </div>
        <aside aria-label={t('order.your-order')}>
          <OrderReceipt order={order} status={status} belowLine={belowLine} />
          {isPlaced(status.status) && (
            <TextButton className={styles.print} onClick={() => print()}>
              {t('order.print')}
            </TextButton>
          )}
        </aside>
      </div>
    </div>
  )
}

/** The next action, if there is one. */
function NextAction({ order, status }: { order: Order; status: OrderStatus }) {
  const { t } = useTranslation()
  const paths = usePaths(handoffOf(order.handoff))
  const { basket } = useBasket()
  const isOwnOrder = basket?.orderToken === order.orderToken
  const menu = paths.menu(order.store.slug)
  switch (status.status) {
    case 'authentication':
      return isOwnOrder ? (
        <p>
          <ButtonLink to={paths.payment}>{t('order.to-bank')}</ButtonLink>
        </p>
      ) : null
    case 'not-paid':
      return (
        <p>
          <ButtonLink to={basket ? paths.payment : menu}>
            {basket ? t('order.pay-again') : t('order.menu')}
          </ButtonLink>
        </p>
      )
    case 'not-approved':
      return (
        <div className={styles.choices}>
          <ButtonLink to={paths.startOrder()}>{t('order.other-grill')}</ButtonLink>
          <OrderAgain order={order} tone="second" />
        </div>
      )
    case 'cancelled':
    case 'completed':
      return (
        <div className={styles.choices}>
          <OrderAgain order={order} />
          <ButtonLink tone="second" to={menu}>
            {t('order.menu')}
          </ButtonLink>
        </div>
      )
    default:
      return null
  }
}

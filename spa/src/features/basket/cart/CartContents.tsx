import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ApiError } from '../../../api/errors'
import type { Basket, Item, Line } from '../../../api/generated'
import { CountBadge } from '../../../basket/CountBadge'
import { OrderButton } from '../../../basket/OrderButton'
import { Earns } from '../../../basket/receipt/Earns'
import { dealsOfLine } from '../../../basket/receipt/lineDeals'
import { Totals, useTotals } from '../../../basket/receipt/Totals'
import { handoffOf } from '../../../market/handoff'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { announce } from '../../../ui/feedback/Announcer'
import { Notice } from '../../../ui/feedback/Notice'
import { BottomBar } from '../../../ui/layout/BottomBar'
import { Ticket } from '../../../ui/layout/Ticket'
import { RailTicket, TicketRail } from '../../../ui/layout/TicketRail'
import { notify } from '../../../ui/overlay/notifications'
import { PageMeta } from '../../../ui/page/PageMeta'
import { BasketBar } from '../BasketBar'
import { Deals } from '../deals/Deals'
import { LatestOrderLink } from '../LatestOrderLink'
import { Obstacles } from '../Obstacles'
import { problemsOf } from '../problems'
import { useAsyncAction } from '../useAsyncAction'
import { useBasketActions } from '../useBasketActions'
import { useTotalAnnounced } from '../useTotalAnnounced'
import { CartLine } from './CartLine'
import styles from './CartPage.module.css'
import { CrossSellRow } from './CrossSellRow'
import { RemovedRow } from './RemovedRow'
import { cartRows, type RemovedLines } from './useRemovedLines'

export function CartContents({ basket, removed }: { basket: Basket; removed: RemovedLines }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths(handoffOf(basket.handoff))
  const navigate = useNavigate()
  const cart = useBasketActions(basket)
  const { run, error } = useAsyncAction()
  /** Announcement after another tab removed a line; its row is no longer there to announce it. */
  const [removedElsewhere, setRemovedElsewhere] = useState<string>()
  const [returned, setReturned] = useState<string>()
  // Fixed when the page opens, so that adding a line does not change the layout.
  const [short] = useState(basket.lines.length < 2)
  const obstacle = useRef<HTMLDivElement>(null)
  const deals = useRef<HTMLElement>(null)
  const totals = useTotals(basket)
  useTotalAnnounced(basket)

  const isBlocked = (by: Basket) => by.changes.length > 0 || problemsOf(by, 'cart').length > 0

  const changeQuantity = async (line: Line, by: number, key: string) => {
    setRemovedElsewhere(undefined)
    try {
      return await cart.changeQuantity(line, by, key)
    } catch (refusal) {
      if ((refusal as ApiError).problem?.code === 'line-not-found') {
        const text = t('cart.gone', { item: line.label })
        // If it is the last line, this page is replaced by the empty cart.
        if (basket.lines.length > 1) setRemovedElsewhere(text)
        else notify({ text, type: 'info', closeAfter: 6000 })
      }
      throw refusal
    }
  }
  const remove = async (line: Line, after?: string) => {
    removed.keep({ line, after })
    announce(t('cart.removed', { item: line.label }))
    if (!(await run(cart.remove(line), 'app.failed-remove'))) removed.forget(line.lineId)
  }
  const restoreLine = async (line: Line) => {
    const after = await run(cart.add(line), 'app.failed-add')
    removed.forget(line.lineId)
    if (!after) return
    setReturned(after.lines.findLast(({ itemId }) => itemId === line.itemId)?.lineId)
    announce(t('cart.put-back', { item: line.label }))
  }
  const addSuggestion = async (item: Item) => {
    if (await run(cart.add({ itemId: item.id, quantity: item.minimumQuantity }), 'app.failed-add'))
      announce(t('menu.added', { item: item.label }))
  }
  const goToSummary = async () => {
    const current = await cart.settled()
    if (!isBlocked(current)) return void navigate(paths.summary)
    obstacle.current?.focus()
    obstacle.current?.scrollIntoView({ block: 'center' })
  }

  // Without lines only the undo of the last removal remains: no checkout button.
  const orderable = basket.lines.length > 0
  const total = formatAmount(basket.totals.total, lang)
  const next = t('cart.next-review')
  return (
    <>
      <PageMeta title={t('cart.title')} preventIndexing />
      <BasketBar basket={basket} />
      <div className={`wrap ${styles.head}`}>
        <h1>{t('cart.heading')}</h1>
        <p className={styles.address}>{basket.store.address}</p>
        <LatestOrderLink />
      </div>
      <TicketRail className={styles.rail}>
        <div className={styles.tickets} data-short={short || undefined}>
          <RailTicket>
            <Ticket title={t('cart.ticket')} note={t('cart.items', { count: basket.count })}>
              {error && <Notice tone="bad" role="alert" title={error} />}
              {removedElsewhere && <Notice tone="warn" role="alert" title={removedElsewhere} />}
              <div ref={obstacle} tabIndex={-1} className={styles.obstacles}>
                <Obstacles basket={basket} cart={cart} run={run} />
              </div>
              <ul>
                {cartRows(basket.lines, removed.lines).map(({ line, removed: isRemoved }, at, rows) =>
                  isRemoved ? (
                    <RemovedRow
                      key={`gone-${line.lineId}`}
                      line={line}
                      onUndo={() => restoreLine(line)}
                      onEnd={() => removed.forget(line.lineId)}
                    />
                  ) : (
                    <CartLine
                      key={line.lineId}
                      line={line}
                      deals={dealsOfLine(totals.adjustments, line.lineId)}
                      locationSlug={basket.store.slug}
                      handoff={handoffOf(basket.handoff)}
                      returned={returned === line.lineId}
                      onChange={(by, key) => changeQuantity(line, by, key)}
                      onRemove={() => remove(line, rows[at - 1]?.line.lineId)}
                    />
                  ),
                )}
              </ul>
              <Link className={`tap ${styles.more}`} to={paths.menu(basket.store.slug)}>
                {t('cart.add-more')}
              </Link>
              {orderable && (
                <section
                  ref={deals}
                  id="deals"
                  tabIndex={-1}
                  className={styles.deals}
                  aria-label={t('deals.title')}
                >
                  <Deals basket={basket} cart={cart} heading={deals} />
                </section>
              )}
            </Ticket>
          </RailTicket>
          <RailTicket sticky>
            <Ticket title={t('cart.sums')}>
              <Totals {...totals} busy={cart.pending}>
                <Earns basket={basket} />
              </Totals>
              {orderable && (
                <div className={styles.next}>
                  <OrderButton wide onClick={goToSummary}>
                    {next}
                  </OrderButton>
                  {isBlocked(basket) && <p className={styles.reason}>{t('cart.blocked')}</p>}
                </div>
              )}
            </Ticket>
          </RailTicket>
          <CrossSellRow basket={basket} onAdd={addSuggestion} busy={cart.pending} />
        </div>
      </TicketRail>
      {orderable && (
        <BottomBar until={960}>
          <OrderButton className={styles.barButton} wide split onClick={goToSummary}>
            <CountBadge count={basket.count} words={t('cart.items', { count: basket.count })} />
            <span>{next}</span>
            <span>{total}</span>
          </OrderButton>
        </BottomBar>
      )}
    </>
  )
}

import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ApiError } from '../../../api/errors'
import type { Basket, TimeLeft } from '../../../api/generated'
import { OrderButton } from '../../../basket/OrderButton'
import { Earns } from '../../../basket/receipt/Earns'
import { FoodRow } from '../../../basket/receipt/FoodRow'
import { Receipt } from '../../../basket/receipt/Receipt'
import { useTotals } from '../../../basket/receipt/Totals'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { Notice } from '../../../ui/feedback/Notice'
import { BottomBar } from '../../../ui/layout/BottomBar'
import { Ticket } from '../../../ui/layout/Ticket'
import { RailTicket, TicketRail } from '../../../ui/layout/TicketRail'
import { PageMeta } from '../../../ui/page/PageMeta'
import { BasketBar } from '../BasketBar'
import { Deals } from '../deals/Deals'
import { Obstacles } from '../Obstacles'
import { problemsOf } from '../problems'
import { TimePart } from '../time/TimePart'
import { holdRequest } from '../time/timeslots'
import { useDefaultTime } from '../time/useDefaultTime'
import { useAsyncAction } from '../useAsyncAction'
import { useBasketActions } from '../useBasketActions'
import { useTotalAnnounced } from '../useTotalAnnounced'
import { CutleryPart } from './CutleryPart'
import { NotePart } from './NotePart'
import styles from './Summary.module.css'
import { TipPart } from './TipPart'

export function Summary({ basket, onStale }: { basket: Basket; onStale: () => void }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const navigate = useNavigate()
  const cart = useBasketActions(basket)
  const sums = useTotals(basket)
  const { run, error } = useAsyncAction()
  /** The guest tried to continue: missing parts are now marked. */
  const [attempted, setAttempted] = useState(false)
  const [timeError, setTimeError] = useState<ApiError>()
  const preset = useDefaultTime(basket)
  const form = useRef<HTMLDivElement>(null)
  const deals = useRef<HTMLHeadingElement>(null)
  useTotalAnnounced(basket)

  const missing = missingFrom(basket)

  /** Holds the preselected time if the guest has chosen none. Returns the unchanged basket if the hold fails. */
  const holdPreset = async (time: TimeLeft, before: Basket) => {
    setTimeError(undefined)
    try {
      return await cart.hold(holdRequest(time))
    } catch (refusal) {
      setTimeError(refusal as ApiError)
      return before
    }
  }

  const goToCheckout = async () => {
    let current = await cart.settled()
    await new Promise(requestAnimationFrame) // wait until errors of pending changes are rendered
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (refused) return refused.focus()
    if (preset && !current.hold && missingFrom(current) === 'time')
      current = await holdPreset(preset, current)
    const part = missingFrom(current)
    if (!part) return void navigate(paths.checkout)
    setAttempted(true)
    focusIn(form.current?.querySelector<HTMLElement>(`[data-part="${part}"]`))
  }

  const next = t('summary.to-checkout')
  const total = formatAmount(basket.totals.total, lang)
  return (
    <>
      <PageMeta title={t('summary.title')} preventIndexing />
      <BasketBar basket={basket} />
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.form} ref={form}>
          <h1>{t('summary.heading')}</h1>
          {error && <Notice tone="bad" role="alert" title={error} />}
          <div className={styles.obstacles} data-part="cart" tabIndex={-1}>
            <Obstacles basket={basket} cart={cart} run={run} />
          </div>
          <TimePart
            basket={basket}
            cart={cart}
            asked={attempted}
            error={timeError}
            onError={setTimeError}
            onEnd={onStale}
          />
          <NotePart basket={basket} cart={cart} />
          {basket.cutleryOffer && <CutleryPart basket={basket} cart={cart} />}
          <TipPart basket={basket} cart={cart} />
          <section className={styles.part}>
            <h2 ref={deals} tabIndex={-1}>
              {t('deals.heading')}
            </h2>
            <Deals basket={basket} cart={cart} heading={deals} />
          </section>
        </div>
        <TicketRail className={styles.wall}>
          <RailTicket sticky>
            <Ticket title={t('cart.ticket')} note={t('cart.items', { count: basket.count })}>
              <Receipt lines={basket.lines} {...sums} busy={cart.pending}>
                <Earns basket={basket} />
              </Receipt>
              <div className={styles.next}>
                <OrderButton wide onClick={goToCheckout}>
                  {next}
                </OrderButton>
                {attempted && missing && (
                  <p className={styles.reason} role="alert">
                    {t(`summary.missing-${missing}`)}
                  </p>
                )}
              </div>
            </Ticket>
          </RailTicket>
        </TicketRail>
        <FoodRow className={styles.pass} lines={basket.lines} />
      </div>
      <BottomBar until={960}>
        <OrderButton wide split onClick={goToCheckout}>
          <span>{next}</span>
          <span>{total}</span>
        </OrderButton>
      </BottomBar>
    </>
  )
}

/** Returns the part of the page that prevents checkout, if any. */
function missingFrom(basket: Basket): 'cart' | 'time' | 'tip' | undefined {
  if (basket.changes.length > 0) return 'cart'
  return (['cart', 'tip', 'time'] as const).find((place) => problemsOf(basket, place).length > 0)
}

/** Moves the focus to the first control in a part. */
function focusIn(part: HTMLElement | null | undefined) {
  const control = part?.querySelector<HTMLElement>('button, a[href], input:checked, input')
  const target = control ?? part
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

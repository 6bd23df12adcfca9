import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ApiError } from '../../../api/errors'
import type { Basket, TimeLeft } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { usePaths } from '../../../market/useMarket'
import { announce } from '../../../ui/feedback/Announcer'
import { Notice } from '../../../ui/feedback/Notice'
import { TimeZoneNote } from '../../../ui/text/TimeZoneNote'
import { useTimeText } from '../../../ui/text/useTimeText'
import { problemsOf } from '../problems'
import styles from '../summary/Summary.module.css'
import type { BasketActions } from '../useBasketActions'
import { HeldTimeClock } from './HeldTimeClock'
import { TimeDialog } from './TimeDialog'
import { TimePicker } from './TimePicker'
import { holdRequest } from './timeslots'

interface TimePartProps {
  basket: Basket
  cart: BasketActions
  /** The guest tried to continue without a time. */
  asked: boolean
  /** Error of the last hold request. */
  error?: ApiError
  onError: (error?: ApiError) => void
  /** Called when the hold ends: the basket must be refetched. */
  onEnd: () => void
}

/** Selection of the pickup time. Choosing a time holds it. */
export function TimePart({ basket, cart, asked, error, onError, onEnd }: TimePartProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const wording = useProblemText()
  const { whenAt } = useTimeText(basket.store.timeZone)
  const [changing, setChanging] = useState(false)
  /** A time with unavailable items, waiting for confirmation. */
  const [requested, setRequested] = useState<TimeLeft>()
  const [dialogOpen, setDialogOpen] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const section = useRef<HTMLElement>(null)
  const { hold } = basket

  const choose = async (time: TimeLeft) => {
    if (!time.changes) return take(time)
    setRequested(time)
    setDialogOpen(true)
  }

  const take = async (time: TimeLeft) => {
    onError(undefined)
    try {
      let after = await cart.hold(holdRequest(time))
      if (time.changes) after = await cart.accept()
      setChanging(false)
      if (after.hold) announce(t('summary.held', { time: whenAt(after.hold.start) }))
      // The pressed button is gone: focus the clock that replaces it.
      requestAnimationFrame(() => {
        change.current?.focus({ preventScroll: true })
        section.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
      })
    } catch (refusal) {
      onError(refusal as ApiError)
      throw refusal
    } finally {
      setDialogOpen(false)
    }
  }

  const problem = problemsOf(basket, 'time').find(({ code }) => asked || code !== 'timeslot-missing')
  return (
    <section ref={section} className={styles.time} data-part="time" aria-label={t('summary.time')}>
      {hold && (
        <HeldTimeClock
          hold={hold}
          zone={basket.store.timeZone}
          changing={changing}
          onChange={() => setChanging(!changing)}
          onEnd={onEnd}
          ref={change}
        />
      )}
      <TimeZoneNote zone={basket.store.timeZone} />
      {(error ?? problem) && (
        <Notice tone="warn" role="alert" title={wording(error ?? problem)}>
          {problem?.code === 'hold-ended' && !error && <p>{t('summary.still-here')}</p>}
          {problem?.fixes.some(({ kind }) => kind === 'store') && (
            <Link to={paths.startOrder()}>{t('cart.fix-store')}</Link>
          )}
        </Notice>
      )}
      {(!hold || changing || problem) && <TimePicker basket={basket} busy={cart.pending} onChoose={choose} />}
      <TimeDialog
        basket={basket}
        open={dialogOpen}
        time={requested}
        busy={cart.pending}
        fallbackFocus={change}
        onTake={(time) => void take(time).catch(() => {})}
        onKeep={() => setDialogOpen(false)}
      />
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { type Basket, type TimeLeft, useListTimeslotsQuery } from '../../../api/generated'
import { useAction } from '../../../api/useAction'
import { useProblemText } from '../../../api/useProblemText'
import { changeBasket } from '../../../basket/changeQueue'
import { useBasketChanges } from '../../../basket/useBasketChanges'
import { usePaths } from '../../../market/useMarket'
import { announce } from '../../../ui/feedback/Announcer'
import { Loading } from '../../../ui/feedback/Skeleton'
import { ButtonLink } from '../../../ui/form/Button'
import { TimeZoneNote } from '../../../ui/text/TimeZoneNote'
import { useTimeText } from '../../../ui/text/useTimeText'
import styles from './NextTimes.module.css'

/** Maximum number of times offered here; the cart page lists all. */
const maxTimes = 6

/** Buttons for the next free times. */
export function NextTimes({ basket, onHeld }: { basket: Basket; onHeld: (held: Basket) => void }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const wording = useProblemText()
  const { when, whenAt } = useTimeText(basket.store.timeZone)
  const { data, error, refetch } = useListTimeslotsQuery(
    { orderId: basket.orderId },
    { refetchOnMountOrArgChange: true },
  )
  const { hold } = useBasketChanges()
  const { run, error: holdError } = useAction({ onFailure: refetch })

  const holdTime = ({ start }: TimeLeft) =>
    run(async () => {
      const held = await changeBasket(basket, hold({ start }))
      announce(t('checkout.time-held', { time: whenAt(start) }))
      onHeld(held)
    })

  // Slots that would remove items are offered only on the summary page, which names those items.
  const freeSlots = (data?.day.slots ?? []).filter((slot) => !slot.full && !slot.changes).slice(0, maxTimes)
  const shownError = holdError ?? (error && wording(error as ApiError))
  return (
    <div className={styles.times}>
      {shownError && <p role="alert">{shownError}</p>}
      {!data && !error && <Loading />}
      {freeSlots.length > 0 && (
        <fieldset className={styles.row}>
          <legend>{t('checkout.next-times')}</legend>
          {freeSlots.map((slot) => (
            <button key={slot.start} type="button" onClick={() => void holdTime(slot)}>
              {when(slot.start)}
            </button>
          ))}
        </fieldset>
      )}
      <TimeZoneNote zone={basket.store.timeZone} />
      {data && freeSlots.length === 0 && <p>{t('checkout.no-times')}</p>}
      <p>
        <ButtonLink small tone="second" to={paths.summary}>
          {t('checkout.other-times')}
        </ButtonLink>
      </p>
    </div>
  )
}

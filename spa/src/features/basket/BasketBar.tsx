import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { LocationBar } from '../../basket/bar/LocationBar'
import { MoveDialog } from '../../basket/move/MoveDialog'
import { useBasketAtLocation } from '../../basket/useBasketAtLocation'
import { handoffOf, handoffsOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { useTimeText } from '../../ui/text/useTimeText'
import { useDefaultTime } from './time/useDefaultTime'

/** Placeholder that reserves the line of an unknown time. */
const blankTime = '\u00a0'

/** BasketBar shows the basket's location, handoff and time. The handoff can be changed here. */
export function BasketBar({ basket }: { basket: Basket }) {
  const { store: location, hold } = basket
  const preset = useDefaultTime(basket)
  const time = hold ?? preset
  const { t } = useTranslation()
  const handoff = handoffOf(basket.handoff)
  const paths = usePaths(handoff)
  const { whenBrief } = useTimeText(location.timeZone)
  const offered = handoffsOf(location.handoffs)
  const cart = useBasketAtLocation({ id: location.id, offered, handoff })
  return (
    <>
      <LocationBar
        location={location}
        locationPath={paths.startOrder()}
        handoff={handoff}
        onChangeHandoff={offered.some((other) => other !== handoff) ? cart.askForHandoff : undefined}
        when={time ? whenBrief(time.start) : time === null ? t('cart.no-time') : blankTime}
        whenPath={paths.summary}
      />
      <MoveDialog here={location.label} {...cart.dialog} />
    </>
  )
}

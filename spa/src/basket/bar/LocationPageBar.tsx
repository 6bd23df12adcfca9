import { useTranslation } from 'react-i18next'
import type { HandoffType } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { useTimeText } from '../../ui/text/useTimeText'
import { LocationBar } from './LocationBar'

interface LocationPageBarProps {
  /** Location of the page. */
  location: { label: string; timeZone: string; address: { city: string } }
  handoff: HandoffType
  /** Callback for changing the handoff, if there is a choice. */
  onChangeHandoff?: () => void
  /** UTC; earliest time that can be ordered. */
  ready?: string
  /** Cart at this location; its time can be changed. */
  cart?: { hold?: { start: string } }
}

/** LocationBar for the pages of a location, with or without a cart. */
export function LocationPageBar({ location, handoff, onChangeHandoff, ready, cart }: LocationPageBarProps) {
  const { t } = useTranslation()
  const paths = usePaths(handoff)
  const { whenBrief } = useTimeText(location.timeZone)
  const time = cart?.hold?.start ?? ready
  return (
    <LocationBar
      location={{ label: location.label, city: location.address.city }}
      locationPath={paths.startOrder()}
      handoff={handoff}
      onChangeHandoff={onChangeHandoff}
      when={time ? whenBrief(time) : t('menu.no-time')}
      whenPath={cart ? paths.summary : undefined}
    />
  )
}

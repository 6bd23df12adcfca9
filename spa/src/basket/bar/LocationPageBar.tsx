import { useTranslation } from 'react-i18next'
import type { HandoffType } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { useTimeText } from '../../ui/text/useTimeText'
import { LocationBar } from './LocationBar'

interface LocationPageBarProps {
  /** The restaurant of the page. */
  location: { label: string; timeZone: string; address: { city: string } }
  how: HandoffType
  /** What is called to change how, where there is a choice. */
  onHow?: () => void
  /** UTC: the earliest time that can be ordered. */
  ready?: string
  /** The cart that was begun at this restaurant: its time can be changed. */
  cart?: { hold?: { start: string } }
}

/** Where, how and when on a restaurant's own pages, before and while there is a cart. */
export function LocationPageBar({ location, how, onHow, ready, cart }: LocationPageBarProps) {
  const { t } = useTranslation()
  const paths = usePaths(how)
  const { whenBrief } = useTimeText(location.timeZone)
  const time = cart?.hold?.start ?? ready
  return (
    <LocationBar
      location={{ label: location.label, city: location.address.city }}
      locationPath={paths.startOrder()}
      how={how}
      onHow={onHow}
      when={time ? whenBrief(time) : t('menu.no-time')}
      whenPath={cart ? paths.summary : undefined}
    />
  )
}

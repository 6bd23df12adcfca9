import { useTranslation } from 'react-i18next'
import type { HandoffType } from '../market/handoff'
import { usePaths } from '../market/useMarket'
import { StoreBar } from './StoreBar'
import { useWhen } from './useWhen'

interface HereBarProps {
  /** The restaurant of the page. */
  location: { label: string; timeZone: string; address: { city: string } }
  how: HandoffType
  /** What is called to change how, where there is a choice. */
  onHow?: () => void
  /** UTC: the time that was chosen, else the earliest one. */
  ready?: string
  /** The cart is at this restaurant: its time can be changed. */
  begun: boolean
}

/** Where, how and when on a restaurant's own pages, before and while there is a cart. */
export function HereBar({ location, how, onHow, ready, begun }: HereBarProps) {
  const { t } = useTranslation()
  const paths = usePaths(how)
  const { whenBrief } = useWhen(location.timeZone)
  return (
    <StoreBar
      store={{ label: location.label, city: location.address.city }}
      storePath={paths.startOrder()}
      how={how}
      onHow={onHow}
      when={ready ? whenBrief(ready) : t('menu.no-time')}
      whenPath={begun ? paths.summary : undefined}
    />
  )
}

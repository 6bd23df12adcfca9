import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Change } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { useServingTimesText } from '../../ui/text/useUnavailableText'
import styles from './ChangeList.module.css'

/** Changes that depend on the time of the order. */
type Timely = 'sold-out' | 'not-served' | 'modifier-sold-out'
const isTimely = (kind: Change['kind']): kind is Timely =>
  kind === 'sold-out' || kind === 'not-served' || kind === 'modifier-sold-out'

interface ChangeListProps {
  changes: readonly Change[]
  lines: readonly { lineId: string; label: string }[]
  /** IANA time zone of the location. */
  zone: string
  /** Cause of the changes: elapsed time, another location, or another time at the same location. */
  by?: 'meanwhile' | 'location' | 'time'
  /** Further rows, as li. */
  children?: ReactNode
}

/** Lists changes since the guest last saw the basket, one row each. */
export function ChangeList({ changes, lines, zone, by = 'meanwhile', children }: ChangeListProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const servedAt = useServingTimesText(zone)
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, lineId, label, was, now, served }) => {
        const item = lines.find((line) => line.lineId === lineId)?.label ?? label
        const names = { item, modifier: label }
        return (
          <li key={`${lineId} ${kind} ${label}`}>
            <span>
              {by === 'location'
                ? t(`move.change-${kind}`, names)
                : by === 'time' && isTimely(kind)
                  ? t(`summary.change-${kind}`, names)
                  : t(`cart.change-${kind}`, names)}
              {served && (
                <small className={styles.served}> {servedAt(served.from, served.to, served.next)}</small>
              )}
            </span>
            {was && now && <PriceChange was={formatAmount(was, lang)} now={formatAmount(now, lang)} />}
          </li>
        )
      })}
      {children}
    </ul>
  )
}

/** Old price, struck through, and new price. */
export function PriceChange({ was, now }: { was: string; now: string }) {
  const { t } = useTranslation()
  return (
    <span className={styles.prices}>
      <span className="visually-hidden">{t('cart.was')} </span>
      <del>{was}</del> <span className="visually-hidden">{t('cart.now')} </span>
      <ins>{now}</ins>
    </span>
  )
}

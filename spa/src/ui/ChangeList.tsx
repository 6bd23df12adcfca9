import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { type Amount, formatAmount } from '../money/money'
import styles from './ChangeList.module.css'

interface Change {
  kind:
    | 'price'
    | 'sold-out'
    | 'not-served'
    | 'not-handed-over'
    | 'removed'
    | 'modifier-price'
    | 'modifier-sold-out'
    | 'modifier-removed'
  lineId: string
  /** Of the item, or of the modifier. */
  label: string
  was?: Amount
  now?: Amount
}

interface ChangeListProps {
  changes: readonly Change[]
  lines: readonly { lineId: string; label: string }[]
  /** Words it as the difference of another restaurant, not as what time has changed. */
  elsewhere?: boolean
  /** Further rows, as li. */
  children?: ReactNode
}

/** What is not as the guest saw it, a row each. */
export function ChangeList({ changes, lines, elsewhere = false, children }: ChangeListProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, lineId, label, was, now }) => {
        const item = lines.find((line) => line.lineId === lineId)?.label ?? label
        const names = { item, modifier: label }
        return (
          <li key={`${lineId} ${kind} ${label}`}>
            <span>{elsewhere ? t(`move.change-${kind}`, names) : t(`cart.change-${kind}`, names)}</span>
            {was && now && (
              <span className={styles.prices}>
                <span className="visually-hidden">{t('cart.was')} </span>
                <del>{formatAmount(was, lang)}</del> <span className="visually-hidden">{t('cart.now')} </span>
                <ins>{formatAmount(now, lang)}</ins>
              </span>
            )}
          </li>
        )
      })}
      {children}
    </ul>
  )
}

import { useTranslation } from 'react-i18next'
import type { Basket, Change } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import styles from './Changes.module.css'

interface ChangesProps {
  basket: Basket
  onAccept: () => void
  busy: boolean
}

/** What is not any more as the guest saw it. Nobody pays a price, or goes without a thing, unseen. */
export function Changes({ basket: { changes, lines }, onAccept, busy }: ChangesProps) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <Notice tone="warn" title={t('cart.changes-title')}>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <ChangeRow
            key={`${change.lineId} ${change.kind} ${change.label}`}
            change={change}
            item={lines.find(({ lineId }) => lineId === change.lineId)?.label ?? change.label}
          />
        ))}
      </ul>
      <div>
        <Button tone="second" small onClick={() => busy || onAccept()} aria-disabled={busy}>
          {t('cart.accept')}
        </Button>
      </div>
    </Notice>
  )
}

function ChangeRow({ change: { kind, label, was, now }, item }: { change: Change; item: string }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  return (
    <li>
      <span>{t(`cart.change-${kind}`, { item, modifier: label })}</span>
      {was && now && (
        <span className={styles.prices}>
          <span className="visually-hidden">{t('cart.was')} </span>
          <del>{formatAmount(was, lang)}</del> <span className="visually-hidden">{t('cart.now')} </span>
          <ins>{formatAmount(now, lang)}</ins>
        </span>
      )}
    </li>
  )
}

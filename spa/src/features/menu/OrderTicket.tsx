import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { ButtonLink } from '../../ui/Button'
import { Ticket } from '../../ui/Ticket'
import styles from './OrderTicket.module.css'

/** The order so far, beside the menu on wide screens. */
export function OrderTicket({ basket }: { basket?: Basket }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const money = (amount: Basket['totals']['total']) => formatAmount(amount, lang)
  if (!basket || basket.lines.length === 0) {
    return (
      <aside className={styles.side} aria-label={t('menu.your-order')}>
        <Ticket title={t('menu.your-order')}>
          <p className={styles.empty}>{t('menu.empty-ticket')}</p>
        </Ticket>
      </aside>
    )
  }
  return (
    <aside className={styles.side} aria-label={t('menu.your-order')}>
      <Ticket title={t('menu.your-order')} note={t('menu.items', { count: basket.count })}>
        <ul className={styles.lines}>
          {basket.lines.map((line) => (
            <li key={line.lineId}>
              <span className={styles.quantity}>{line.quantity}</span>
              <span className={styles.what}>{line.label}</span>
              <span>{money(line.price)}</span>
              {line.modifiers.length > 0 && (
                <small>
                  {line.modifiers
                    .map((m) => (m.quantity === 0 ? t('menu.left-off', { modifier: m.label }) : m.label))
                    .join(', ')}
                </small>
              )}
            </li>
          ))}
        </ul>
        <dl className={styles.sums}>
          <div>
            <dt>{t('menu.subtotal')}</dt>
            <dd>{money(basket.totals.subtotal)}</dd>
          </div>
          {basket.totals.taxes.map((tax) => (
            <div key={tax.label}>
              <dt>{tax.label}</dt>
              <dd>{money(tax.amount)}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>{t('menu.total')}</dt>
            <dd>{money(basket.totals.total)}</dd>
          </div>
        </dl>
        <ButtonLink wide to={paths.cart}>
          {t('menu.view-order')}
        </ButtonLink>
      </Ticket>
    </aside>
  )
}

/** The same, in one line, at the foot of small screens. */
export function OrderBar({ basket }: { basket?: Basket }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  if (!basket || basket.count === 0) return null
  return (
    <div className={styles.bar}>
      <ButtonLink wide split to={paths.cart}>
        <span>{t('menu.items', { count: basket.count })}</span>
        <span>{t('menu.view-order')}</span>
        <span>{formatAmount(basket.totals.total, lang)}</span>
      </ButtonLink>
    </div>
  )
}

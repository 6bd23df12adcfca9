import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { Earns, EarnsOfCustomer } from '../../basket/receipt/Earns'
import { Receipt } from '../../basket/receipt/Receipt'
import { useTotals } from '../../basket/receipt/Totals'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { Ticket } from '../../ui/layout/Ticket'
import { RailTicket } from '../../ui/layout/TicketRail'
import { Icon } from '../../ui/media/Icon'
import styles from './OrderRail.module.css'
import { SpendablePoints } from './SpendablePoints'

/** OrderRail shows the order as a kitchen ticket. On small screens it is collapsed under its total. */
export function OrderRail({ basket }: { basket: Basket }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const [open, setOpen] = useState(false)
  const items = t('checkout.items', { count: basket.count })
  return (
    <aside className={styles.rail} aria-label={t('checkout.your-order')}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls="order-ticket"
        onClick={() => setOpen(!open)}
      >
        <span className={styles.title}>{t('checkout.your-order')}</span>
        <span className={styles.count}>{items}</span>
        <b>{formatAmount(basket.totals.total, lang)}</b>
        <Icon name={open ? 'minus' : 'plus'} size={18} />
        <span className={styles.earns}>{!open && <EarnsOfCustomer basket={basket} />}</span>
      </button>
      {!open && <SpendablePoints basket={basket} className={styles.spendable} />}
      <div id="order-ticket" className={styles.ticket} data-open={open || undefined}>
        <RailTicket sticky>
          <Ticket title={t('checkout.your-order')} note={items}>
            <Receipt lines={basket.lines} {...useTotals(basket)}>
              <Earns basket={basket} />
              <SpendablePoints basket={basket} className={styles.onTicket} />
            </Receipt>
          </Ticket>
        </RailTicket>
      </div>
    </aside>
  )
}

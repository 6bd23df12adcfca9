import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { CountBadge } from '../../basket/CountBadge'
import { Receipt } from '../../basket/receipt/Receipt'
import { useTotals } from '../../basket/receipt/Totals'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { ButtonLink } from '../../ui/form/Button'
import { BottomBar } from '../../ui/layout/BottomBar'
import { Ticket } from '../../ui/layout/Ticket'
import styles from './OrderTicket.module.css'

/** Current order beside the menu on wide screens. */
export function OrderTicket({ basket }: { basket?: Basket }) {
  const { t } = useTranslation()
  const order = basket?.lines.length ? basket : undefined
  return (
    <aside className={styles.side} aria-label={t('menu.your-order')}>
      <Ticket title={t('menu.your-order')} note={order && t('menu.items', { count: order.count })}>
        {order ? <Order basket={order} /> : <p className={styles.empty}>{t('menu.empty-ticket')}</p>}
      </Ticket>
    </aside>
  )
}

function Order({ basket }: { basket: Basket }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <Receipt lines={basket.lines} {...useTotals(basket)} />
      <ButtonLink className={styles.view} wide to={paths.cart}>
        {t('menu.view-order')}
      </ButtonLink>
    </>
  )
}

/** Current order as a single line at the bottom of small screens. */
export function OrderBar({ basket }: { basket?: Basket }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  if (!basket || basket.count === 0) return null
  return (
    <BottomBar until={1150}>
      <ButtonLink wide split to={paths.cart}>
        <CountBadge count={basket.count} words={t('menu.items', { count: basket.count })} />
        <span>{t('menu.view-order')}</span>
        <span className={styles.sum}>
          <small>{t('app.subtotal')}</small> {formatAmount(basket.totals.subtotal, lang)}
        </span>
      </ButtonLink>
    </BottomBar>
  )
}

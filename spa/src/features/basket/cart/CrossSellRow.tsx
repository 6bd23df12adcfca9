import { useTranslation } from 'react-i18next'
import { offlineReason, useOnline } from '../../../api/connection'
import type { Basket, Item } from '../../../api/generated'
import { useCrossSell } from '../../../basket/crossSell'
import { Dish } from '../../../food/Dish'
import { stackOf } from '../../../food/stack'
import { handoffOf } from '../../../market/handoff'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { Button, ButtonLink } from '../../../ui/form/Button'
import styles from './CrossSellRow.module.css'

interface CrossSellRowProps {
  basket: Basket
  onAdd: (item: Item) => void
  busy: boolean
}

/** CrossSellRow suggests one dish that goes with the order. Its space is reserved, so that loading it shifts nothing. */
export function CrossSellRow({ basket, onAdd, busy }: CrossSellRowProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths(handoffOf(basket.handoff))
  const online = useOnline()
  const item = useCrossSell(basket, online)
  if (!item) return <div className={styles.suggestion} />
  const to = paths.item(basket.store.slug, item.section, item.slug)
  return (
    <aside className={styles.suggestion} aria-labelledby="idea">
      <Dish
        className={styles.picture}
        picture={item.picture}
        layers={item.stack && stackOf(item.stack, item.defaultChoices)}
      />
      <h2 id="idea">{t('cart.idea')}</h2>
      <div className={styles.board}>
        <p>
          <b>{item.label}</b>
          {formatAmount(item.price, lang)}
        </p>
        {item.quick ? (
          <Button
            small
            className={styles.add}
            aria-label={t('menu.add', { item: item.label })}
            aria-disabled={!online || busy || undefined}
            aria-describedby={online ? undefined : offlineReason}
            onClick={() => online && !busy && onAdd(item)}
          >
            {t('cart.idea-add')}
          </Button>
        ) : (
          <ButtonLink
            small
            className={styles.add}
            to={to}
            aria-label={t('menu.choose', { item: item.label })}
          >
            {t('cart.idea-choose')}
          </ButtonLink>
        )}
      </div>
    </aside>
  )
}

import { useTranslation } from 'react-i18next'
import type { StoreItem } from '../../../api/generated'
import { Stack } from '../../../food/Stack'
import { stackOfPrice } from './pointStack'
import { RewardButton } from './RewardButton'
import styles from './Shelf.module.css'
import { headingOf, type RewardUse } from './useRewardUse'

interface ShelfProps {
  /** The cheapest first. */
  items: readonly StoreItem[]
  /** Points that the rewards of the cart leave. */
  left: number
  /** Points of a layer. */
  step: number
  use: RewardUse
}

/** The rewards, each as a burger as high as its price. A press adds one to the cart, or sets it aside until there is a cart. */
export function Shelf({ items, left, step, use }: ShelfProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.shelf} aria-labelledby="shelf">
      <div className="wrap">
        <h2 id="shelf">{t('rewards.shelf')}</h2>
        <p>{items.length > 0 ? t('rewards.shelf-line', { count: step }) : t('rewards.shelf-empty')}</p>
        <ul className={styles.items}>
          {items.map((item) => (
            <Reward key={item.id} item={item} step={step} left={left} use={use} />
          ))}
        </ul>
      </div>
    </section>
  )
}

interface RewardProps extends Omit<ShelfProps, 'items'> {
  item: StoreItem
}

function Reward({ item, step, left, use }: RewardProps) {
  const { t } = useTranslation()
  const { label, text, terms, points } = item
  const isTaken = use.placeOf(item) !== 'shelf'
  const isPaid = isTaken || left >= points
  const { layers, missing } = stackOfPrice(points, isPaid ? points : left, step)
  return (
    <li data-taken={isTaken || undefined}>
      <div className={styles.food}>
        <Stack layers={layers} missing={missing} />
      </div>
      <div className={styles.tag}>
        <h3 id={headingOf(item)} tabIndex={-1}>
          {label}
        </h3>
        <p className={styles.price}>{t('shell.points', { count: points })}</p>
        {text && <p>{text}</p>}
        {terms && <p className={styles.terms}>{terms}</p>}
        <RewardButton
          reward={item}
          use={use}
          obstacle={
            !isPaid && <p className={styles.missing}>{t('rewards.missing', { count: points - left })}</p>
          }
        />
      </div>
    </li>
  )
}

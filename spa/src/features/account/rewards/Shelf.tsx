import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ApiError } from '../../../api/errors'
import type { StoreItem } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { useBasket } from '../../../basket/basket'
import { changeBasket } from '../../../basket/changeQueue'
import { chosenReward, forgetReward, rewardsOf, useReward } from '../../../basket/chosenReward'
import { useBasketChanges } from '../../../basket/useBasketChanges'
import { Stack } from '../../../food/Stack'
import { usePaths } from '../../../market/useMarket'
import { announce } from '../../../ui/feedback/Announcer'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { pointsOfLayer, stackOfPrice } from './pointStack'
import styles from './Shelf.module.css'

interface ShelfProps {
  /** The cheapest first. */
  items: readonly StoreItem[]
  /** Points of the customer. */
  spendable: number
}

/** The rewards, each as a burger as high as its price. A press adds one to the cart, or sets it aside until there is a cart. */
export function Shelf({ items, spendable }: ShelfProps) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const { basket } = useBasket()
  const use = useReward()
  const { removeReward } = useBasketChanges()
  const [aside, setAside] = useState(chosenReward)
  const [failure, setFailure] = useState<{ id: string; text: string }>()
  const [busy, setBusy] = useState(false)
  const used = rewardsOf(basket)
  const left = spendable - used.reduce((sum, { points = 0 }) => sum + points, 0)
  const step = pointsOfLayer(Math.max(...items.map(({ points }) => points), 1))

  const run = async ({ id }: StoreItem, change: () => Promise<string>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      announce(await change())
      document.getElementById(`reward-${id}`)?.focus() // the pressed button is gone
    } catch (refusal) {
      setFailure({ id, text: wording(refusal as ApiError) })
    } finally {
      setBusy(false)
    }
  }
  const take = (item: StoreItem) =>
    run(item, async () => {
      const isInBasket = await use(item.id)
      setAside(chosenReward())
      return isInBasket ? t('deals.reward-added', { label: item.label }) : t('rewards.aside')
    })
  const putBack = (item: StoreItem) =>
    run(item, async () => {
      if (basket && used.some(({ id }) => id === item.id)) await changeBasket(basket, removeReward(item.id))
      if (aside === item.id) {
        forgetReward()
        setAside(null)
      }
      return t('deals.reward-removed', { label: item.label })
    })
  const placeOf = ({ id }: StoreItem): Place => {
    if (used.some((reward) => reward.id === id)) return 'cart'
    return aside === id && !basket ? 'aside' : 'shelf'
  }

  return (
    <section className={styles.shelf} aria-labelledby="shelf">
      <div className="wrap">
        <h2 id="shelf">{t('rewards.shelf')}</h2>
        <p>{items.length > 0 ? t('rewards.shelf-line', { count: step }) : t('rewards.shelf-empty')}</p>
        <ul className={styles.items}>
          {items.map((item) => (
            <Reward
              key={item.id}
              item={item}
              step={step}
              left={left}
              place={placeOf(item)}
              error={failure?.id === item.id ? failure.text : undefined}
              onUse={() => void take(item)}
              onPutBack={() => void putBack(item)}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Where a reward is: in the cart, set aside until there is a cart, or on the shelf. */
type Place = 'cart' | 'aside' | 'shelf'

interface RewardProps {
  item: StoreItem
  /** Points of a layer. */
  step: number
  /** Points that the rewards of the cart leave. */
  left: number
  place: Place
  error?: string
  onUse: () => void
  onPutBack: () => void
}

function Reward({ item, step, left, place, error, onUse, onPutBack }: RewardProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { id, label, text, terms, points } = item
  const isPaid = place !== 'shelf' || left >= points
  const { layers, missing } = stackOfPrice(points, isPaid ? points : left, step)
  return (
    <li data-taken={place === 'shelf' ? undefined : true}>
      <div className={styles.food}>
        <Stack layers={layers} missing={missing} />
      </div>
      <div className={styles.tag}>
        <h3 id={`reward-${id}`} tabIndex={-1}>
          {label}
        </h3>
        <p className={styles.price}>{t('shell.points', { count: points })}</p>
        {text && <p>{text}</p>}
        {terms && <p className={styles.terms}>{terms}</p>}
        <div className={styles.press}>
          {place === 'shelf' ? (
            isPaid ? (
              <Button small aria-label={t('deals.use-reward-name', { reward: label })} onClick={onUse}>
                {t('deals.use-reward')}
              </Button>
            ) : (
              <p className={styles.missing}>{t('rewards.missing', { count: points - left })}</p>
            )
          ) : (
            <>
              <p className={styles.taken}>{t(place === 'cart' ? 'rewards.in-cart' : 'rewards.aside')}</p>
              <Link className="tap" to={place === 'cart' ? paths.cart : paths.startOrder()}>
                {t(place === 'cart' ? 'rewards.to-cart' : 'rewards.to-grill')}
              </Link>
              <TextButton aria-label={t('rewards.put-back-name', { reward: label })} onClick={onPutBack}>
                {t('rewards.put-back')}
              </TextButton>
            </>
          )}
        </div>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </li>
  )
}

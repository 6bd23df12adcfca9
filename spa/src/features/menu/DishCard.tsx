import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { offlineReason, useOnline } from '../../api/connection'
import type { DealPrice, Item } from '../../api/generated'
import { Dish } from '../../food/Dish'
import { stackOf } from '../../food/stack'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { ButtonLink } from '../../ui/form/Button'
import { Icon } from '../../ui/media/Icon'
import { Calories } from '../../ui/text/Calories'
import { PriceAfterDeal } from '../../ui/text/PriceAfterDeal'
import { useUnavailableText } from '../../ui/text/useUnavailableText'
import styles from './DishCard.module.css'

interface DishCardProps {
  item: Item
  locationSlug: string
  zone: string
  /** Price after a deal. */
  deal?: DealPrice
  /** The large first dish of a section, with a name board. */
  headliner?: boolean
  onAdd: (item: Item) => void
}

export function DishCard({ item, locationSlug, zone, deal, headliner, onAdd }: DishCardProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const online = useOnline()
  const to = paths.item(locationSlug, item.section, item.slug)
  const isUnavailable = Boolean(item.unavailable)
  return (
    <li className={headliner ? `${styles.dish} ${styles.headliner}` : styles.dish}>
      <div className={styles.box}>
        <Dish
          className={styles.picture}
          picture={item.picture}
          layers={item.stack && stackOf(item.stack, item.defaultChoices)}
          grey={isUnavailable}
        />
        {headliner && !isUnavailable && <p className={styles.badge}>{t('menu.wanted')}</p>}
        {!headliner &&
          !isUnavailable &&
          (item.quick ? (
            <button
              type="button"
              className={styles.add}
              aria-label={t('menu.add', { item: item.label })}
              data-tip
              aria-disabled={!online || undefined}
              aria-describedby={online ? undefined : offlineReason}
              onClick={() => onAdd(item)}
            >
              <Icon name="plus" size={20} />
            </button>
          ) : (
            <Link className={styles.add} aria-label={t('menu.choose', { item: item.label })} data-tip to={to}>
              <Icon name="plus" size={20} />
            </Link>
          ))}
      </div>
      <div className={styles.text}>
        <h3>
          <Link to={to}>{item.label}</Link>
        </h3>
        <p className={styles.description}>{item.description}</p>
        <Facts item={item} zone={zone} deal={deal} />
        {headliner && !isUnavailable && (
          <ButtonLink className={styles.build} to={to} tabIndex={-1} aria-hidden="true">
            {t('menu.build')}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function Facts({ item, zone, deal }: Pick<DishCardProps, 'item' | 'zone' | 'deal'>) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const unavailableText = useUnavailableText(item.unavailable, zone)
  return (
    <p className={styles.facts}>
      <span className={styles.price}>
        {deal ? <PriceAfterDeal {...deal} /> : formatAmount(item.price, lang)}
      </span>
      {deal && <span className={styles.highlight}>{deal.label}</span>}
      {item.calories && <Calories {...item.calories} />}
      {item.serves && <span>{t('menu.serves', { count: item.serves })}</span>}
      {unavailableText ? (
        <strong className={styles.until}>{unavailableText}</strong>
      ) : (
        item.tags.map((tag) => (
          <span key={tag} className={tag === 'new' || tag === 'spicy' ? styles.highlight : styles.tag}>
            {t(`app.tag-${tag as 'new'}`)}
          </span>
        ))
      )}
    </p>
  )
}

import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { BrandMenu, Dish } from '../../api/generated'
import { everyday } from '../../market/categories'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { Calories } from '../../ui/text/Calories'
import styles from './MenuBoard.module.css'
import type { Prices } from './usePrices'

interface MenuBoardProps {
  menu: BrandMenu
  /** Prices at the chosen location; dishes without a price are not served there. */
  prices?: Prices
  /** Slug of the location, for links to order a dish. */
  locationSlug?: string
}

/** MenuBoard shows one menu as text, its sections in columns. */
export function MenuBoard({ menu, prices, locationSlug }: MenuBoardProps) {
  const sections = menu.sections
    .map((section) => ({
      ...section,
      dishes: prices ? section.dishes.filter(({ id }) => prices.has(id)) : section.dishes,
    }))
    .filter(({ dishes }) => dishes.length > 0)
  if (sections.length === 0) return null
  return (
    <section
      id={menu.slug}
      className={styles.board}
      data-ground="dark"
      aria-labelledby={`${menu.slug}-board`}
    >
      <div className="wrap">
        <h2 id={`${menu.slug}-board`} style={longest(menu.label)}>
          {menu.label}
        </h2>
        <div className={styles.sections}>
          {sections.map(({ id, slug, label, line, dishes }) => (
            <section key={id} aria-labelledby={`${menu.slug}-${slug}`}>
              <h3 id={`${menu.slug}-${slug}`} style={longest(label)}>
                {label}
              </h3>
              {line && <p className={styles.line}>{line}</p>}
              <ul>
                {dishes.map((dish) => (
                  <Row
                    key={dish.id}
                    dish={dish}
                    prices={prices}
                    locationSlug={menu.slug === everyday ? locationSlug : undefined}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </section>
  )
}

/** Length of a name's longest word, for the style sheet. */
const longest = (name: string) =>
  ({ '--longest': Math.max(...name.split(/\s+/).map((word) => word.length)) }) as CSSProperties

function Row({ dish, prices, locationSlug }: { dish: Dish; prices?: Prices; locationSlug?: string }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const price = prices?.get(dish.id)
  return (
    <li className={styles.row}>
      <h4>
        {locationSlug ? (
          <Link to={paths.item(locationSlug, dish.section, dish.slug)}>{dish.label}</Link>
        ) : (
          dish.label
        )}
      </h4>
      {price && <p className={styles.price}>{formatAmount(price, lang)}</p>}
      <p className={styles.description}>{dish.description}</p>
      <p className={styles.facts}>
        {dish.calories && <Calories {...dish.calories} />}
        {dish.tags.map((tag) => (
          <b key={tag}>{t(`app.tag-${tag as 'new'}`)}</b>
        ))}
      </p>
    </li>
  )
}

import type { CSSProperties } from 'react'
import type { DealPrice, Item, Section } from '../../api/generated'
import { DishCard } from './DishCard'
import styles from './MenuSection.module.css'
import { fillRows, type Layout } from './sectionLayout'

interface MenuSectionProps {
  section: Section
  layout: Layout
  locationSlug: string
  zone: string
  /** Prices after deals, by item id. */
  deals: ReadonlyMap<string, DealPrice>
  onAdd: (item: Item) => void
}

export function MenuSection({ section, layout, locationSlug, zone, deals, onAdd }: MenuSectionProps) {
  const isDark = layout === 'slab' || layout === 'board'
  return (
    <section
      id={section.slug}
      className={`${styles.section} ${styles[layout]}`}
      aria-labelledby={`${section.slug}-title`}
      data-ground={isDark ? 'dark' : undefined}
    >
      <header className={styles.head}>
        <h2 id={`${section.slug}-title`}>{section.label}</h2>
        {section.line && <p>{section.line}</p>}
      </header>
      <ul
        className={styles.dishes}
        data-layout={layout === 'headliner' || layout === 'slab' ? 'tiles' : layout}
        style={layout === 'counter' ? gridColumns(section.items.length) : undefined}
      >
        {section.items.map((item, index) => (
          <DishCard
            key={item.id}
            item={item}
            locationSlug={locationSlug}
            zone={zone}
            deal={deals.get(item.id)}
            headliner={layout === 'headliner' && index === 0}
            onAdd={onAdd}
          />
        ))}
      </ul>
    </section>
  )
}

/** Returns the column counts on tablets and wide screens as CSS properties. */
function gridColumns(dishes: number): CSSProperties {
  const tablet = fillRows(dishes, [3, 2])
  const wide = fillRows(dishes, [4, 3])
  return {
    '--columns': tablet.columns,
    '--last': tablet.last,
    '--wide-columns': wide.columns,
    '--wide-last': wide.last,
  } as CSSProperties
}

import { dishes } from 'virtual:drawings'
import { type CSSProperties, useRef } from 'react'
import styles from './Dish.module.css'
import { useDrawingSheet } from './drawingSheets'
import { Stack } from './Stack'
import { heightInUnits, type PlacedLayer } from './stack'

interface DishProps {
  /** Name of a drawing as in the menu ("dishes/pit-fries"); without it `layers` are drawn. */
  picture?: string
  layers?: readonly PlacedLayer[]
  /** Alternative text. Omit it if the name is beside the drawing. */
  label?: string
  /** Sold out: rendered in grey. */
  grey?: boolean
  /** Not ready yet: rendered as a shadow. */
  shadow?: boolean
  /** Class that sets `aspect-ratio` and `background`. */
  className?: string
}

/** Dish draws a dish on the counter line. Its box has its size before the drawing loads. */
export function Dish({ picture, layers = [], label, grey = false, shadow = false, className }: DishProps) {
  const slug = picture?.replace('dishes/', '')
  const [sheet, height] = dishes[slug ?? ''] ?? [undefined, 226]
  const box = useRef<HTMLDivElement>(null)
  useDrawingSheet(sheet, box)
  const shape = layers.length ? (heightInUnits(layers) + 12) / 480 : height / 320
  return (
    <div
      ref={box}
      className={[styles.dish, className].filter(Boolean).join(' ')}
      data-grey={grey || undefined}
      data-shadow={shadow || undefined}
      style={{ '--shape': shape } as CSSProperties}
      {...(label && layers.length > 0 ? { role: 'img', 'aria-label': label } : {})}
    >
      {layers.length > 0 ? (
        <Stack layers={layers} className={styles.food} />
      ) : (
        sheet && (
          <svg
            className={styles.food}
            width="320"
            height={height}
            viewBox={`0 0 320 ${height}`}
            role={label ? 'img' : undefined}
            aria-label={label}
            aria-hidden={label ? undefined : true}
          >
            <use href={`#dish-${slug}`} />
          </svg>
        )
      )}
    </div>
  )
}

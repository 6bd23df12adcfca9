import { dishes } from 'virtual:drawings'
import { type CSSProperties, useRef } from 'react'
import styles from './Dish.module.css'
import { useDrawingSheet } from './drawingSheets'
import { Stack } from './Stack'
import { type PlacedLayer, unitsTall } from './stack'

interface DishProps {
  /** The name of a drawing as the menu gives it ("dishes/pit-fries"); without it, `layers`. */
  picture?: string
  layers?: readonly PlacedLayer[]
  /** What it shows, in words. Leave it out where its name stands beside it. */
  label?: string
  /** Sold out: no colour. */
  grey?: boolean
  /** Still to come: nothing but its shadow. */
  shadow?: boolean
  /** Set the shape (`aspect-ratio`) and the ground (`background`) of its place. */
  className?: string
}

/** A dish standing on the counter line. Its place has its size before the drawing is there. */
export function Dish({ picture, layers = [], label, grey = false, shadow = false, className }: DishProps) {
  const slug = picture?.replace('dishes/', '')
  const [sheet, height] = dishes[slug ?? ''] ?? [undefined, 226]
  const place = useRef<HTMLDivElement>(null)
  useDrawingSheet(sheet, place)
  const tall = layers.length ? (unitsTall(layers) + 12) / 480 : height / 320
  return (
    <div
      ref={place}
      className={[styles.dish, className].filter(Boolean).join(' ')}
      data-grey={grey || undefined}
      data-shadow={shadow || undefined}
      style={{ '--shape': tall } as CSSProperties}
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

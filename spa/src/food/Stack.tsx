import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawingSheet } from './drawingSheets'
import styles from './Stack.module.css'
import { layerSizes, type PlacedLayer, unitsTall } from './stack'

interface StackProps {
  /** Bottom to top. */
  layers: readonly PlacedLayer[]
  /** The name of the list of its layers, for a screen reader. Without it the drawing is decoration. */
  label?: string
  /** Taken apart: air between the layers and each with its name. */
  apart?: boolean
  /** Keys of the layers that are not there yet: only their shadows. */
  missing?: ReadonlySet<string>
  /** A layer that comes falls into its place. */
  lands?: boolean
  className?: string
}

/** A pile of food, composed of its layers. As wide as its place; `--tall` is its height in units, 480 to the width. */
export function Stack({ layers, label, apart = false, missing, lands = false, className }: StackProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  useDrawingSheet('layers', place)

  return (
    <div
      ref={place}
      className={[styles.stack, className].filter(Boolean).join(' ')}
      data-apart={apart || undefined}
      data-lands={lands || undefined}
      style={{ '--tall': unitsTall(layers), '--layers': layers.length } as CSSProperties}
      aria-hidden={label ? undefined : true}
    >
      {/* The role is said: Safari drops that of a list without markers. */}
      <ol role={label && 'list'} aria-label={label}>
        {layers.map(({ layer, key }) => {
          const { h, rise, drop } = layerSizes[layer]
          return (
            <li
              key={key}
              data-missing={missing?.has(key) || undefined}
              style={{ '--rise': rise, '--drop': drop, '--h': h } as CSSProperties}
            >
              <svg viewBox={`0 0 480 ${h}`} aria-hidden="true">
                <use href={`#layer-${layer}`} />
              </svg>
              {label && <span className={apart ? styles.name : 'visually-hidden'}>{t(`food.${layer}`)}</span>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

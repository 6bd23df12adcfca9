import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Stack.module.css'
import { useSheet } from './sheets'
import { type PlacedLayer, sizes, unitsTall } from './stack'

interface StackProps {
  /** Bottom to top. */
  layers: readonly PlacedLayer[]
  /** What it shows, in words. Leave it out where the words stand beside it already. */
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
  useSheet('layers', place)

  const picture = apart ? {} : label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <div
      ref={place}
      className={[styles.stack, className].filter(Boolean).join(' ')}
      data-apart={apart || undefined}
      data-lands={lands || undefined}
      style={{ '--tall': unitsTall(layers), '--layers': layers.length } as CSSProperties}
      {...picture}
    >
      <ol aria-label={apart ? label : undefined}>
        {layers.map(({ layer, key }) => {
          const { h, rise, drop } = sizes[layer]
          return (
            <li
              key={key}
              data-missing={missing?.has(key) || undefined}
              style={{ '--rise': rise, '--drop': drop, '--h': h } as CSSProperties}
            >
              <svg viewBox={`0 0 480 ${h}`} aria-hidden="true">
                <use href={`#layer-${layer}`} />
              </svg>
              {apart && <span className={styles.name}>{t(`food.${layer}`)}</span>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

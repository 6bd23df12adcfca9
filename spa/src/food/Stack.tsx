import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawingSheet } from './drawingSheets'
import styles from './Stack.module.css'
import { heightInUnits, layerSizes, type PlacedLayer } from './stack'

interface StackProps {
  /** Bottom to top. */
  layers: readonly PlacedLayer[]
  /** Accessible name of the list of layers. Without it the drawing is decorative. */
  label?: string
  /** Expanded: gaps between the layers, and a name for each. */
  expanded?: boolean
  /** Keys of missing layers, drawn as shadows. */
  missing?: ReadonlySet<string>
  /** Animates added layers. */
  animated?: boolean
  className?: string
}

/** Stack draws food from its layers. It fills the width; `--tall` is its height in units, 480 to the width. */
export function Stack({ layers, label, expanded = false, missing, animated = false, className }: StackProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useDrawingSheet('layers', box)

  return (
    <div
      ref={box}
      className={[styles.stack, className].filter(Boolean).join(' ')}
      data-apart={expanded || undefined}
      data-lands={animated || undefined}
      style={{ '--tall': heightInUnits(layers), '--layers': layers.length } as CSSProperties}
      aria-hidden={label ? undefined : true}
    >
      {/* Explicit role: Safari drops the list role of lists without markers. */}
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
              {label && (
                <span className={expanded ? styles.name : 'visually-hidden'}>{t(`food.${layer}`)}</span>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

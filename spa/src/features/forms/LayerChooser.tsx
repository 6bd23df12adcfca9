import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewedLayer as Layer, OrderLine } from '../../api/generated'
import { Dish } from '../../food/Dish'
import { useDrawingSheet } from '../../food/drawingSheets'
import { type LayerName, layerSizes, placeLayers } from '../../food/stack'
import { announce } from '../../ui/feedback/Announcer'
import { Icon } from '../../ui/media/Icon'
import styles from './LayerChooser.module.css'

interface LayerChooserProps {
  /** Lines of the order. */
  lines: readonly OrderLine[]
  value: readonly Layer[]
  onChange: (layers: Layer[]) => void
}

/** Verdict after a press: good, then wrong, then none. */
const next = { none: 'good', good: 'wrong', wrong: undefined } as const

/** Returns one line for each item: the one with the most layers. */
function dishesOf(lines: readonly OrderLine[]): OrderLine[] {
  const dishes = new Map<string, OrderLine>()
  for (const line of lines) {
    const kept = dishes.get(line.itemId)
    if (!kept || (line.stack?.length ?? 0) > (kept.stack?.length ?? 0)) dishes.set(line.itemId, line)
  }
  return [...dishes.values()]
}

/** Returns the distinct layers, the top one first as on screen, and how often each is there. */
function partsOf(stack: readonly string[]) {
  const counts = new Map<LayerName, number>()
  for (const { layer } of placeLayers(stack).toReversed()) counts.set(layer, (counts.get(layer) ?? 0) + 1)
  return [...counts].map(([layer, count]) => ({ layer, count }))
}

/** The order's dishes, pulled apart. Each layer is a button that marks it good or wrong; a wrong one slides out. */
export function LayerChooser({ lines, value, onChange }: LayerChooserProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useDrawingSheet('layers', box)
  const verdictOf = (itemId: string, part: string) =>
    value.find((one) => one.itemId === itemId && one.part === part)?.verdict ?? 'none'
  const press = (itemId: string, part: string, name: string) => {
    const verdict = next[verdictOf(itemId, part)]
    const others = value.filter((one) => one.itemId !== itemId || one.part !== part)
    onChange(verdict ? [...others, { itemId, part, verdict }] : others)
    announce(
      t('forms.review-layer-is', { layer: name, verdict: t(`forms.review-layer-${verdict ?? 'none'}`) }),
    )
  }
  return (
    <div ref={box} className={styles.dishes}>
      {dishesOf(lines).map(({ itemId, label, stack = [], picture }) => (
        <DishParts key={itemId} name={label}>
          {stack.length > 2 ? (
            partsOf(stack).map(({ layer, count }) => (
              <Part
                key={layer}
                name={count > 1 ? `${t(`food.${layer}`)} ×${count}` : t(`food.${layer}`)}
                verdict={verdictOf(itemId, layer)}
                onPress={() => press(itemId, layer, t(`food.${layer}`))}
              >
                <svg viewBox={`0 0 480 ${layerSizes[layer].h}`} aria-hidden="true">
                  <use href={`#layer-${layer}`} />
                </svg>
              </Part>
            ))
          ) : (
            <Part
              name={t('forms.review-whole')}
              verdict={verdictOf(itemId, 'item')}
              onPress={() => press(itemId, 'item', label)}
            >
              <Dish picture={picture} className={styles.dish} />
            </Part>
          )}
        </DishParts>
      ))}
    </div>
  )
}

function DishParts({ name, children }: { name: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section className={styles.parts} aria-labelledby={id} data-ground="stage">
      <h4 id={id}>{name}</h4>
      {/* Explicit role: Safari drops the list role of lists without markers. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul role="list">{children}</ul>
    </section>
  )
}

interface PartProps {
  name: string
  verdict: Layer['verdict'] | 'none'
  onPress: () => void
  /** The drawing. */
  children: React.ReactNode
}

function Part({ name, verdict, onPress, children }: PartProps) {
  const { t } = useTranslation()
  return (
    <li>
      <button type="button" className={styles.part} data-verdict={verdict} onClick={onPress}>
        <span className={styles.drawing}>{children}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.verdict}>
          {verdict !== 'none' && <Icon name={verdict === 'good' ? 'check' : 'close'} size={16} />}
          <span className={verdict === 'none' ? 'visually-hidden' : undefined}>
            {t(`forms.review-layer-${verdict}`)}
          </span>
        </span>
      </button>
    </li>
  )
}

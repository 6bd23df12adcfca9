import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ItemDetails } from '../../api/generated'
import { Dish } from '../../food/Dish'
import { Stack } from '../../food/Stack'
import { heightInUnits, type PlacedLayer } from '../../food/stack'
import { formatHeight } from '../../market/formatHeight'
import { useMarket } from '../../market/useMarket'
import { Button } from '../../ui/form/Button'
import { Icon } from '../../ui/media/Icon'
import styles from './ItemIllustration.module.css'

interface ItemIllustrationProps {
  item: ItemDetails
  /** Link back to the menu section. */
  back: { to: string; label: string }
  /** Layers, if the dish is a burger. */
  layers?: readonly PlacedLayer[]
  /** Content on the counter's front. */
  children: ReactNode
}

/** ItemIllustration draws the dish on the counter. It changes with every option; a burger can be expanded into named layers. */
export function ItemIllustration({ item, layers, back, children }: ItemIllustrationProps) {
  const { t } = useTranslation()
  const [expanded, setExpanded] = useState(false)
  return (
    <div className={styles.column}>
      <div className={styles.stage} data-ground="stage" data-apart={expanded || undefined}>
        <div className={styles.scene}>
          <div className={styles.bar}>
            <Link className={`tap ${styles.back}`} to={back.to}>
              <Icon name="back" size={20} />
              {back.label}
            </Link>
            {layers && (
              <Button className={styles.take} tone="second" small onClick={() => setExpanded(!expanded)}>
                {t(expanded ? 'item.together' : 'item.apart')}
              </Button>
            )}
          </div>
          {layers ? <Burger layers={layers} expanded={expanded} /> : <Plate item={item} />}
        </div>
        {children}
      </div>
    </div>
  )
}

function Plate({ item }: { item: ItemDetails }) {
  return (
    <div className={`${styles.place} ${styles.rays}`}>
      <Dish className={styles.plate} picture={item.picture} grey={Boolean(item.unavailable)} />
    </div>
  )
}

/** The burger in front of a height chart. */
function Burger({ layers, expanded }: { layers: readonly PlacedLayer[]; expanded: boolean }) {
  const { t } = useTranslation()
  const size = { '--units': heightInUnits(layers) + 12, '--count': layers.length } as CSSProperties
  return (
    <div className={styles.place} style={size}>
      {!expanded && <Chart />}
      <div className={styles.burger}>
        <Stack layers={layers} label={t('item.as-chosen')} expanded={expanded} animated />
      </div>
    </div>
  )
}

function Chart() {
  const market = useMarket()
  const marks =
    market.distanceUnit === 'kilometer'
      ? [4, 8, 12, 16, 20, 24].map((centimetres) => centimetres / 2.54)
      : [2, 3, 4, 5, 6, 7, 8, 9]
  return (
    <div className={styles.chart} aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark} data-mark={formatHeight(mark, market)} style={{ '--mark': mark } as CSSProperties} />
      ))}
    </div>
  )
}

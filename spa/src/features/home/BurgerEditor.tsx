import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBasket } from '../../basket/basket'
import { Stack } from '../../food/Stack'
import { type LayerName, type PlacedLayer, placeLayers } from '../../food/stack'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { Chip } from '../../ui/form/Chip'
import { Drips } from '../../ui/layout/Drips'
import { repeatPress } from '../../ui/loading/firstInteraction'
import styles from './BurgerEditor.module.css'
import { lineUpDishPath, mostSimilar } from './lineUpBurgers'

const allLayers = placeLayers([
  'heel',
  'lettuce',
  'tomato',
  'patty',
  'cheese',
  'onions',
  'pickles',
  'jalapenos',
  'bacon',
  'crown',
])
/** Layers that the guest can toggle. Onions start removed. */
const optionalLayers: readonly LayerName[] = ['onions', 'pickles', 'jalapenos', 'bacon']

/** BurgerEditor removes and adds layers of a burger and finds the most similar one of the line-up. */
export function BurgerEditor() {
  const { t } = useTranslation()
  const { acceptsOrders } = useMarket()
  const paths = usePaths()
  const [removed, setRemoved] = useState<ReadonlySet<LayerName>>(new Set<LayerName>(['onions', 'jalapenos']))
  const layers: PlacedLayer[] = allLayers.filter(({ layer }) => !removed.has(layer))

  const ref = useRef<HTMLElement>(null)
  useEffect(() => repeatPress(ref.current), [])

  const locationSlug = useBasket().basket?.store.slug
  const slug = mostSimilar(allLayers)
  const chosen = {
    with: optionalLayers.filter((layer) => !removed.has(layer)).join(','),
    without: optionalLayers.filter((layer) => removed.has(layer)).join(','),
  }

  function toggle(layer: LayerName) {
    const next = new Set(removed)
    if (!next.delete(layer)) next.add(layer)
    setRemoved(next)
  }

  return (
    <section ref={ref} className={styles.call} aria-labelledby="your-call" data-ground="dark">
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.say}>
          <h2 id="your-call">
            {t('home.call')} <em>{t('home.held')}</em>
          </h2>
          <p className={styles.line}>{t('home.call-line')}</p>
          <div className={styles.chips} role="group" aria-label={t('home.opinions')}>
            {optionalLayers.map((layer) => (
              <Chip
                key={layer}
                className={styles.chip}
                aria-pressed={!removed.has(layer)}
                onClick={() => toggle(layer)}
              >
                {t(`food.${layer}`)}
              </Chip>
            ))}
          </div>
          {acceptsOrders && (
            <ButtonLink
              tone="yellow"
              to={slug ? lineUpDishPath(paths, locationSlug, slug, chosen) : paths.startOrder()}
            >
              {t('home.build')}
            </ButtonLink>
          )}
        </div>
        <div className={styles.figure}>
          <Stack layers={layers} label={t('home.picture', { count: layers.length })} animated />
        </div>
      </div>
      <Drips color="var(--red)" />
    </section>
  )
}

import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { Button } from '../ui/form/Button'
import { useAfterFirstInteraction } from '../ui/loading/useAfterFirstInteraction'
import { Icon } from '../ui/media/Icon'
import styles from './AtlasMap.module.css'
import { distanceRings } from './distanceRings'
import { labels, overlap, type Taken } from './labels'
import { MapPin } from './MapPin'
import { project } from './mercator'
import type { MapProps, Pin } from './pins'
import { useAtlasView } from './useAtlasView'
import { type Size, useElementSize } from './useElementSize'
import { useGestures } from './useGestures'
import { useLandShapes } from './useLandShapes'
import { centreOf, inSight, place, type Spot, type View } from './view'

const meters = { mile: 1609.344, kilometer: 1000 }

/**
 * The map that we print: land, counties and towns where they are, in the brand's inks. It needs no network beyond our own site,
 * and shows no street that it does not know. To assistive technology the list is the map.
 */
export function AtlasMap({ label, pins, from, active, onActive, onPick, onSearch }: MapProps) {
  const { t } = useTranslation()
  const { distanceUnit, lang } = useMarket()
  const wanted = useAfterFirstInteraction()
  const { frame, size } = useElementSize<HTMLDivElement>(wanted)
  const { view, isMoved, moves } = useAtlasView(pins, from, size && size.width / size.height, active)
  useGestures(frame, moves)
  const hint = useId()
  return (
    <section className={styles.map} aria-label={label}>
      <div
        ref={frame}
        className={styles.frame}
        role="application"
        aria-label={t('map.title')}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is moved by its keys: it needs the focus for them
        tabIndex={0}
      >
        {view && size && (
          <>
            <Print view={view} size={size} pins={pins} from={from} unit={meters[distanceUnit]}>
              {(distance) =>
                new Intl.NumberFormat(lang, {
                  style: 'unit',
                  unit: distanceUnit,
                  unitDisplay: 'short',
                }).format(distance)
              }
            </Print>
            <div aria-hidden="true">
              {legible(pins, view, size, active)
                .filter((pin) => inSight(view, project(pin.point)))
                .map((pin) => (
                  <MapPin
                    key={pin.id}
                    pin={pin}
                    active={active}
                    onActive={onActive}
                    onPick={onPick}
                    style={percent(place(view, project(pin.point)))}
                  />
                ))}
            </div>
            {from && (
              <span className={styles.here} style={percent(place(view, project(from)))} aria-hidden="true" />
            )}
          </>
        )}
      </div>
      {onSearch && isMoved && view && (
        <div className={styles.search}>
          <Button tone="second" small onClick={() => onSearch(centreOf(view))}>
            {t('map.search')}
          </Button>
        </div>
      )}
      <div className={styles.foot} data-ground="dark">
        <button type="button" aria-label={t('map.nearer')} onClick={() => moves.zoom(2)}>
          <Icon name="plus" size={18} />
        </button>
        <button type="button" aria-label={t('map.farther')} onClick={() => moves.zoom(0.5)}>
          <Icon name="minus" size={18} />
        </button>
        <button type="button" className={styles.whole} onClick={moves.whole}>
          {t('map.whole')}
        </button>
        <p id={hint} className={styles.hint}>
          <span className={styles.mouse}>{t('map.move')}</span>
          <span className={styles.touch}>{t('map.move-touch')}</span>
        </p>
      </div>
    </section>
  )
}

interface PrintProps {
  view: View
  size: Size
  pins: readonly Pin[]
  from: MapProps['from']
  /** Meters of the unit of distance. */
  unit: number
  /** Words a distance. */
  children: (distance: number) => string
}

/** The printed sheet below the pins. */
function Print({ view, size, pins, from, unit, children }: PrintProps) {
  const lands = useLandShapes(view)
  const around = useMemo(() => (from ? distanceRings(from, view, unit) : []), [from, view, unit])
  const marks = useMemo(() => {
    const pinned = pinsAt(pins, view, size)
    return around.map((ring) => {
      const [north, south] = ring.ends.map((end) => place(view, end)) as [Spot, Spot]
      const hidden = pinned.some((pin) => overlap(pin, keepOff(north, size, 24, 10, 10)))
      return { distance: ring.distance, at: hidden ? south : north }
    })
  }, [around, pins, view, size])
  const names = useMemo(() => {
    const taken = pinsAt(pins, view, size)
    for (const { at } of marks) taken.push(keepOff(at, size, 24, 10, 10))
    if (from) taken.push(keepOff(place(view, project(from)), size, 12, 12, 12))
    return labels(
      lands.flatMap((land) => land.towns),
      view,
      size,
      taken,
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
    )
  }, [lands, view, size, pins, from, marks])
  return (
    <div aria-hidden="true">
      <svg
        aria-hidden="true"
        className={styles.sheet}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        preserveAspectRatio="none"
      >
        {(['land', 'water', 'counties', 'borders'] as const).map((ink) => (
          <g key={ink} className={styles[ink]}>
            {lands.map((land) => land[ink] && <path key={land.code} d={land[ink]} />)}
          </g>
        ))}
        <g className={styles.rings}>
          {around.map((ring) => (
            <path key={ring.distance} d={ring.path} />
          ))}
        </g>
      </svg>
      {names.map((name) => (
        <span
          key={`${name.name} ${name.left}`}
          className={styles.town}
          data-rank={name.rank}
          data-lower={name.lower || undefined}
          style={percent(name)}
        >
          {name.name}
        </span>
      ))}
      {marks.filter(onSheet).map(({ distance, at }) => (
        <span key={distance} className={styles.distance} style={percent(at)}>
          {children(distance)}
        </span>
      ))}
    </div>
  )
}

function onSheet({ at: { left, top } }: { at: Spot }): boolean {
  return left > 0 && left < 1 && top > 0 && top < 1
}

/** What stands at a point: so many pixels to either side of it, above and below. */
function keepOff(at: Spot, size: Size, aside: number, above: number, below: number): Taken {
  const [x, y] = [at.left * size.width, at.top * size.height]
  return { left: x - aside, right: x + aside, top: y - above, bottom: y + below }
}

function pinsAt(pins: readonly Pin[], view: View, size: Size): Taken[] {
  return pins.map((pin) => {
    const at = place(view, project(pin.point))
    return pin.number === undefined ? keepOff(at, size, 9, 9, 9) : keepOff(at, size, 18, 42, 4)
  })
}

/** Where signs would cover each other the nearest keeps its number, and the others are dots until the guest comes nearer. */
function legible(pins: readonly Pin[], view: View, size: Size, active?: string): Pin[] {
  const standing: Taken[] = []
  return pins.map((pin) => {
    if (pin.number === undefined) return pin
    const sign = keepOff(place(view, project(pin.point)), size, 15, 40, 0)
    if (pin.id !== active && standing.some((other) => overlap(other, sign)))
      return { ...pin, number: undefined }
    standing.push(sign)
    return pin
  })
}

function percent({ left, top }: Spot) {
  return { left: `${(left * 100).toFixed(3)}%`, top: `${(top * 100).toFixed(3)}%` }
}

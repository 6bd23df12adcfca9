import { regions } from 'virtual:geography'
import { type ReactNode, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMarket } from '../market/useMarket'
import { useAfterFirstInteraction } from '../ui/loading/useAfterFirstInteraction'
import { Icon } from '../ui/media/Icon'
import styles from './DrawnMap.module.css'
import { boxAround, distanceBox, labels, overlap } from './labels'
import { MapPin } from './MapPin'
import { project } from './mercator'
import type { DrawnMapProps, Mark } from './pins'
import { SearchHere } from './SearchHere'
import { type Size, useElementSize } from './useElementSize'
import { useGestures } from './useGestures'
import { useMapView } from './useMapView'
import { useShapes } from './useShapes'
import { centreOf, contains, distanceRings, intersects, isVisible, place, type Spot, type View } from './view'

const meters = { mile: 1609.344, kilometer: 1000 }

/**
 * DrawnMap draws land, counties and towns, or the states of a whole country, in the brand's colours. It loads only from our own site and
 * shows no streets. Assistive technology uses the list instead.
 */
export function DrawnMap(props: DrawnMapProps) {
  const { label, plate, from, active, onActive, onPick, onSearch } = props
  const { t } = useTranslation()
  const { frame, size } = useElementSize<HTMLDivElement>(useAfterFirstInteraction())
  const { view, isMoved, moves } = useMapView(props, size && size.width / size.height)
  useGestures(frame, moves)
  const hint = useId()
  return (
    <section className={styles.map} aria-label={label} data-plate={plate && ''}>
      <div
        ref={frame}
        className={styles.frame}
        style={plate && { aspectRatio: `${plate.width} / ${plate.height}` }}
        role="application"
        aria-label={t('map.title')}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map needs the focus to receive its keys
        tabIndex={0}
      >
        {view && size && (
          <div aria-hidden="true">
            {plate ? (
              <Country {...props} view={view} />
            ) : (
              <Landscape {...props} view={view} isMoved={isMoved} size={size} />
            )}
            {visiblePins(props, view, size).map(({ spot, ...pin }) => (
              <MapPin
                key={pin.id}
                pin={pin}
                active={active}
                onActive={onActive}
                onPick={onPick}
                style={percent(spot)}
              />
            ))}
            {from && <span className={styles.searchedPlace} style={percent(place(view, project(from)))} />}
          </div>
        )}
      </div>
      {onSearch && isMoved && view && <SearchHere onSearch={() => onSearch(centreOf(view))} />}
      <div className={styles.controls} data-ground="dark">
        <button type="button" aria-label={t('map.nearer')} onClick={() => moves.zoom(2)}>
          <Icon name="plus" size={18} />
        </button>
        <button type="button" aria-label={t('map.farther')} onClick={() => moves.zoom(0.5)}>
          <Icon name="minus" size={18} />
        </button>
        <button type="button" className={styles.reset} onClick={moves.reset}>
          {t('map.whole')}
        </button>
        <p id={hint} className={styles.hint}>
          <span className={styles.mouse}>{t('map.move')}</span>
          <span className={styles.touch}>{t(plate ? 'map.move-country' : 'map.move-touch')}</span>
        </p>
      </div>
    </section>
  )
}

interface SheetProps extends DrawnMapProps {
  view: View
}

/** The states of a country below the pins; those with pins are links. */
function Country({ view, regions = [], marks, active, onActive }: SheetProps) {
  return (
    <Svg view={view}>
      {regions.map(({ code, path }) => {
        const mark = marks.find(({ id }) => id === code)
        if (!mark?.path) return <path key={code} d={path} className={styles.region} />
        return (
          <Link
            key={code}
            to={mark.path}
            tabIndex={-1}
            onPointerEnter={() => onActive?.(code)}
            onPointerLeave={() => onActive?.(undefined)}
          >
            <title>{mark.label}</title>
            <path d={path} className={styles.region} data-active={code === active} />
          </Link>
        )
      })}
    </Svg>
  )
}

function Svg({ view, children }: { view: View; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      className={styles.sheet}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  )
}

/**
 * Returns the regions to load for a view. A state's file contains the country around it: until the guest moves the map, it is enough for
 * locations of one state.
 */
function regionsFor(view: View, isMoved: boolean, marks: readonly Mark[]): typeof regions {
  const visible = regions.filter(({ box }) => intersects(view, box))
  const states = new Set(marks.map(({ state }) => state))
  const main = visible.find(({ code }) => !isMoved && states.size === 1 && states.has(code))
  if (!main?.around || !contains(main.around, view)) return visible
  return visible.filter((region) => region === main || !region.around)
}

/** Land with names and distance rings, below the pins. */
function Landscape({ view, isMoved, size, marks, from }: SheetProps & { isMoved: boolean; size: Size }) {
  const { distanceUnit, lang } = useMarket()
  const shown = useMemo(() => regionsFor(view, isMoved, marks), [view, isMoved, marks])
  const shapes = useShapes(useMemo(() => shown.map(({ load }) => load), [shown]))
  // Beside the file of another state, the country around one would be drawn twice.
  const isAlone = shown.filter(({ around }) => around).length === 1
  const lands = shapes.flatMap((land) =>
    isAlone && land.around ? [{ ...land.around, code: 'around', water: '' }, land] : [land],
  )
  const middle = from && project(from)
  const rings = from ? distanceRings(from, view, meters[distanceUnit]) : []
  const taken = marks.map((mark) => {
    const at = place(view, mark.at)
    return mark.number === undefined ? boxAround(at, size, 9, 9, 9) : boxAround(at, size, 18, 42, 4)
  })
  const distances = rings.flatMap(({ distance, radius }) => {
    const [x, y] = middle!
    const north = place(view, [x, y - radius])
    const isCovered = taken.some((pin) => overlap(pin, distanceBox(north, size)))
    const at = isCovered ? place(view, [x, y + radius]) : north
    return isVisible(at) ? [{ distance, at }] : []
  })
  taken.push(...distances.map(({ at }) => distanceBox(at, size)))
  if (middle) taken.push(boxAround(place(view, middle), size, 12, 12, 12))
  const towns = labels(
    lands.flatMap((land) => land.towns),
    view,
    size,
    taken,
    textScale(),
  )
  const distanceFormat = new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: distanceUnit,
    unitDisplay: 'short',
  })
  return (
    <>
      <Svg view={view}>
        {(['land', 'water', 'counties', 'borders'] as const).map((layer) => (
          <g key={layer} className={styles[layer]}>
            {lands.map((land) => land[layer] && <path key={land.code} d={land[layer]} />)}
          </g>
        ))}
        <g className={styles.rings}>
          {middle &&
            rings.map(({ distance, radius }) => (
              <circle key={distance} cx={middle[0]} cy={middle[1]} r={radius} />
            ))}
        </g>
      </Svg>
      {towns.map((town) => (
        <span
          key={`${town.name} ${town.left}`}
          className={styles.town}
          data-rank={town.rank}
          data-lower={town.lower || undefined}
          style={percent(town)}
        >
          {town.name}
        </span>
      ))}
      {distances.map(({ distance, at }) => (
        <span key={distance} className={styles.distance} style={percent(at)}>
          {distanceFormat.format(distance)}
        </span>
      ))}
    </>
  )
}

/**
 * Returns the visible pins. Where pins overlap, the first keeps its number and the others become dots until the guest zooms in. On a
 * country its states take the place of dots.
 */
function visiblePins(
  { marks, active, plate }: DrawnMapProps,
  view: View,
  size: Size,
): (Mark & { spot: Spot })[] {
  const pinBoxes: ReturnType<typeof boxAround>[] = []
  const scale = textScale()
  return marks.flatMap((mark) => {
    const spot = place(view, mark.at)
    if (!isVisible(spot)) return []
    const pinBox = boxAround(spot, size, 15 * scale, 31 * scale + 9, 0)
    const isCovered = mark.id !== active && pinBoxes.some((other) => overlap(other, pinBox))
    if (isCovered) return plate ? [] : [{ ...mark, spot, number: undefined }]
    if (mark.number !== undefined) pinBoxes.push(pinBox)
    return [{ ...mark, spot }]
  })
}

/** Returns 2 at double text size. */
function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
}

function percent({ left, top }: Spot) {
  return { left: `${(left * 100).toFixed(3)}%`, top: `${(top * 100).toFixed(3)}%` }
}

import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { Icon } from '../ui/Icon'
import styles from './AtlasMap.module.css'
import type { MapProps, Pin } from './GrillMap'
import { labels } from './labels'
import { project } from './mercator'
import { rings } from './rings'
import { useLand } from './useLand'
import { fit, inSight, place, type View, zoom } from './view'

const meters = { mile: 1609.344, kilometer: 1000 }

/**
 * The map that we print: land, counties and towns where they are, in the brand's inks. It needs no network beyond our own site,
 * and shows no street that it does not know. To assistive technology the list is the map.
 */
export function AtlasMap({ label, pins, from, active, onActive, onPick }: MapProps) {
  const { t } = useTranslation()
  const { distanceUnit, lang } = useMarket()
  const { frame, size } = useSize()
  const { view, nearer, farther, whole } = useView(pins, from, size && size.width / size.height, active)
  return (
    <section ref={frame} className={styles.map} aria-label={label}>
      {view && size && (
        <>
          <Print view={view} size={size} pins={pins} from={from} unit={meters[distanceUnit]}>
            {(distance) =>
              new Intl.NumberFormat(lang, { style: 'unit', unit: distanceUnit, unitDisplay: 'short' }).format(distance)
            }
          </Print>
          <Pins view={view} pins={pins} active={active} onActive={onActive} onPick={onPick} />
          {from && <span className={styles.here} style={percent(place(view, project(from)))} aria-hidden="true" />}
        </>
      )}
      <div className={styles.zoom}>
        <button type="button" aria-label={t('map.nearer')} onClick={nearer}>
          <Icon name="plus" size={18} />
        </button>
        <button type="button" aria-label={t('map.farther')} onClick={farther}>
          <Icon name="minus" size={18} />
        </button>
        <button type="button" className={styles.whole} onClick={whole}>
          {t('map.whole')}
        </button>
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
  const lands = useLand(view)
  const around = useMemo(() => (from ? rings(from, view, unit) : []), [from, view, unit])
  const names = useMemo(() => {
    const taken = pins.map((pin) => place(view, project(pin.point)))
    if (from) taken.push(place(view, project(from)))
    taken.push(...around.map((ring) => place(view, ring.top)))
    return labels(
      lands.flatMap((land) => land.towns),
      view,
      size,
      taken,
    )
  }, [lands, view, size, pins, from, around])
  return (
    <div aria-hidden="true">
      <svg className={styles.sheet} viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} preserveAspectRatio="none">
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
        <span key={`${name.name} ${name.left}`} className={styles.town} data-rank={name.rank} style={percent(name)}>
          {name.name}
        </span>
      ))}
      {around.map((ring) => (
        <span key={ring.distance} className={styles.distance} style={percent(place(view, ring.top))}>
          {children(ring.distance)}
        </span>
      ))}
    </div>
  )
}

interface PinsProps extends Pick<MapProps, 'pins' | 'active' | 'onActive' | 'onPick'> {
  view: View
}

/** For the mouse and the finger; the keyboard and the ear have the list. */
function Pins({ view, pins, active, onActive, onPick }: PinsProps) {
  return (
    <div aria-hidden="true">
      {pins
        .map((pin) => ({ ...pin, at: project(pin.point) }))
        .filter(({ at }) => inSight(view, at))
        .map(({ id, number, label, at }) => (
          <button
            key={id}
            type="button"
            tabIndex={-1}
            title={label}
            className={number === undefined ? styles.dot : styles.pin}
            data-active={id === active || undefined}
            style={{ ...percent(place(view, at)), zIndex: id === active ? 1000 : 500 - (number ?? 0) }}
            onPointerEnter={() => onActive?.(id)}
            onPointerLeave={() => onActive?.(undefined)}
            onClick={() => onPick?.(id)}
          >
            {number}
          </button>
        ))}
    </div>
  )
}

function percent({ left, top }: { left: number; top: number }) {
  return { left: `${(left * 100).toFixed(3)}%`, top: `${(top * 100).toFixed(3)}%` }
}

interface Size {
  width: number
  height: number
}

function useSize() {
  const frame = useRef<HTMLElement>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box
      if (width && height) setSize((was) => (was?.width === width && was.height === height ? was : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { frame, size }
}

/** Fitted to what there is to show, until the guest goes nearer or farther; new results are fitted anew. */
function useView(pins: readonly Pin[], from: MapProps['from'], aspect: number | undefined, active?: string) {
  const fitted = useMemo(() => {
    const points = pins.map((pin) => pin.point)
    if (from) points.push(from)
    return aspect && points.length ? fit(points, aspect, from) : undefined
  }, [pins, from, aspect])
  const [moved, setMoved] = useState<{ of: View; view: View }>()
  const view = moved && moved.of === fitted ? moved.view : fitted
  const go = (by: number) => {
    if (!view || !fitted) return
    const at = pins.find((pin) => pin.id === active)?.point
    setMoved({ of: fitted, view: zoom(view, by, at) })
  }
  return { view, nearer: () => go(2), farther: () => go(0.5), whole: () => setMoved(undefined) }
}

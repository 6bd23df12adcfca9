import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useAfterFirstInteraction } from '../ui/loading/useAfterFirstInteraction'
import styles from './CountryMap.module.css'
import type { Plate, PlateRegion } from './countryPlate'
import { useElementSize } from './useElementSize'

interface NationRegion {
  /** Two letters, as the post writes it. */
  code: string
  label: string
  count: number
  path: string
}

interface CountryMapProps {
  country: 'US' | 'CA'
  regions: readonly NationRegion[]
  /** The code of the region whose row the guest is at. */
  active?: string
  onActive: (code: string | undefined) => void
}

/** The shape is known before the plate comes: nothing jumps. */
const plates = {
  US: { shape: '1950 / 1220', load: () => import('virtual:geography/plate-US') },
  CA: { shape: '1950 / 1010', load: () => import('virtual:geography/plate-CA') },
}

/**
 * A country and its states or provinces, each with the number of its restaurants and each a link, for the mouse and the finger.
 * The keyboard and the ear have the list, where each is a row.
 */
export function CountryMap({ country, regions, active, onActive }: CountryMapProps) {
  const plate = usePlate(country)
  const { frame, size } = useElementSize<HTMLDivElement>()
  const ours = useMemo(() => new Map(regions.map((region) => [region.code, region])), [regions])
  const numbers = useMemo(
    () => (plate && size ? numbersOf(plate, ours, size.width / plate.width) : []),
    [plate, ours, size],
  )
  // Small ones come last, so that the big neighbour does not cover the edge by which a finger finds them.
  const shapes = useMemo(() => [...(plate?.regions ?? [])].sort((a, b) => b.room - a.room), [plate])
  return (
    <div ref={frame} className={styles.map} style={{ aspectRatio: plates[country].shape }} aria-hidden="true">
      {plate && (
        <svg viewBox={`0 0 ${plate.width} ${plate.height}`} aria-hidden="true">
          {shapes.map(({ code, path }) => {
            const region = ours.get(code)
            if (!region) return <path key={code} d={path} className={styles.empty} />
            return (
              <Link
                key={code}
                to={region.path}
                tabIndex={-1}
                className={styles.region}
                data-active={code === active || undefined}
                onPointerEnter={() => onActive(code)}
                onPointerLeave={() => onActive(undefined)}
              >
                <title>{region.label}</title>
                <path d={path} className={styles.reach} />
                <path d={path} className={styles.land} />
              </Link>
            )
          })}
          {numbers.map(
            ({ code, at, aside }) =>
              aside && (
                <path key={code} className={styles.leader} d={`M${at[0]} ${at[1]}L${aside[0]} ${aside[1]}`} />
              ),
          )}
        </svg>
      )}
      {plate &&
        numbers.map(({ code, count, at, aside }) => (
          <span
            key={code}
            className={styles.count}
            data-active={code === active || undefined}
            data-aside={aside ? '' : undefined}
            style={{
              left: `${((aside ?? at)[0] / plate.width) * 100}%`,
              top: `${((aside ?? at)[1] / plate.height) * 100}%`,
            }}
          >
            {count}
          </span>
        ))}
    </div>
  )
}

interface Numbered extends Pick<PlateRegion, 'code' | 'at' | 'aside'> {
  count: number
}

/** Pixels that a number takes to either side of its middle: what its outline must leave it. */
const numberRoom = 11
/** Below this many pixels a unit, the sea beside the small ones has no room for their numbers. */
const seaRoom = 0.45

/** The numbers that can be read at `scale` pixels a unit. */
export function numbersOf(
  { regions }: Plate,
  ours: ReadonlyMap<string, NationRegion>,
  scale: number,
): Numbered[] {
  return regions.flatMap(({ code, at, room, aside }) => {
    const count = ours.get(code)?.count
    if (count === undefined) return []
    if (room * scale >= numberRoom && !aside) return [{ code, count, at }]
    return aside && scale >= seaRoom ? [{ code, count, at, aside }] : []
  })
}

function usePlate(country: 'US' | 'CA'): Plate | undefined {
  const wanted = useAfterFirstInteraction()
  const [plate, setPlate] = useState<{ country: string; plate: Plate }>()
  useEffect(() => {
    if (!wanted) return
    let gone = false
    plates[country].load().then(
      (module) => gone || setPlate({ country, plate: module.default }),
      // Without a connection the list says it all.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [country, wanted])
  return plate?.country === country ? plate.plate : undefined
}

import { Link } from 'react-router'
import { useAfterFirstInteraction } from '../ui/loading/useAfterFirstInteraction'
import styles from './CountryMap.module.css'
import { useShapes } from './useShapes'

interface CountryRegion {
  /** Two-letter postal code. */
  code: string
  label: string
  count: number
  path: string
}

interface CountryMapProps {
  country: 'US' | 'CA'
  regions: readonly CountryRegion[]
  /** Code of the region with the highlighted row. */
  active?: string
  onActive: (code: string | undefined) => void
}

/** Aspect ratios are known before a plate loads, so that nothing shifts. */
const plates = {
  US: { shape: '1950 / 1220', sources: [() => import('virtual:geography/plate-US')] },
  CA: { shape: '1950 / 1010', sources: [() => import('virtual:geography/plate-CA')] },
}

/**
 * Map of a country with its states or provinces, each with its number of locations and a link, for mouse and touch. Keyboard and screen
 * reader users have the list.
 */
export function CountryMap({ country, regions, active, onActive }: CountryMapProps) {
  const { shape, sources } = plates[country]
  const [plate] = useShapes(useAfterFirstInteraction() ? sources : none)
  const ours = new Map(regions.map((region) => [region.code, region]))
  return (
    <div className={styles.map} style={{ aspectRatio: shape }} aria-hidden="true">
      {plate && (
        <svg viewBox={`0 0 ${plate.width} ${plate.height}`} aria-hidden="true">
          {plate.regions.map(({ code, path, at, beside }) => {
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
                {beside && <path className={styles.leader} d={`M${at}L${beside}`} />}
              </Link>
            )
          })}
        </svg>
      )}
      {plate?.regions.map(({ code, at, isLarge, beside }) => (
        <span
          key={code}
          className={styles.count}
          data-active={code === active || undefined}
          data-place={beside ? 'beside' : isLarge ? 'large' : 'small'}
          style={{
            left: `${((beside ?? at)[0] / plate.width) * 100}%`,
            top: `${((beside ?? at)[1] / plate.height) * 100}%`,
          }}
        >
          {ours.get(code)?.count}
        </span>
      ))}
    </div>
  )
}

const none: [] = []

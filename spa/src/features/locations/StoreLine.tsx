import { Link } from 'react-router'
import type { Location } from '../../api/generated'
import { usePaths } from '../../market/useMarket'
import { useStanding } from '../../ui/useStanding'
import { rowId } from './Sheet'
import styles from './StoreLine.module.css'

interface StoreLineProps {
  location: Location
  /** The guest points at it, here or on the map. */
  active: boolean
  onActive: (id: string | undefined) => void
}

/** A restaurant in short: where there are many. */
export function StoreLine({ location, active, onActive }: StoreLineProps) {
  const paths = usePaths()
  const { id, label, address, slug } = location
  const standing = useStanding(location.opening, location.timeZone)
  return (
    <li
      className={styles.line}
      data-active={active || undefined}
      onPointerEnter={() => onActive(id)}
      onPointerLeave={() => onActive(undefined)}
      onFocus={() => onActive(id)}
      onBlur={() => onActive(undefined)}
    >
      <Link id={rowId(id)} to={paths.location(address.state.slug, address.citySlug, slug)}>
        {label}
      </Link>
      <p>
        {address.address}
        {' · '}
        <span className={styles.standing}>{standing.now}</span>
      </p>
    </li>
  )
}

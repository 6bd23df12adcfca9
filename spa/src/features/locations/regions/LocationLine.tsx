import { Link } from 'react-router'
import type { Location } from '../../../api/generated'
import { usePaths } from '../../../market/useMarket'
import { useStanding } from '../../../ui/text/useStanding'
import { rowId } from '../list/Sheet'
import { type Pointing, rowOf } from '../list/usePointing'
import styles from './LocationLine.module.css'

interface LocationLineProps {
  location: Location
  pointing: Pointing
}

/** A restaurant in short: where there are many. */
export function LocationLine({ location, pointing }: LocationLineProps) {
  const paths = usePaths()
  const { id, label, address, slug } = location
  const standing = useStanding(location.opening, location.timeZone)
  return (
    <li className={styles.line} {...rowOf(id, pointing)}>
      <Link id={rowId(id)} to={paths.location(address.state.slug, address.citySlug, slug)}>
        {label}
      </Link>
      <p>
        {address.address}
        {'\u00a0· '}
        <span className={styles.standing}>{standing.now}</span>
      </p>
    </li>
  )
}

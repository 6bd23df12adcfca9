import { Link } from 'react-router'
import type { Location } from '../../../api/generated'
import { usePaths } from '../../../market/useMarket'
import { useOpenStatusText } from '../../../ui/text/useOpenStatusText'
import { rowId } from '../list/ListWithMap'
import { type Highlight, highlightProps } from '../list/useHighlight'
import styles from './CompactLocationRow.module.css'

interface CompactLocationRowProps {
  location: Location
  pointing: Highlight
}

/** A short location row for long lists. */
export function CompactLocationRow({ location, pointing }: CompactLocationRowProps) {
  const paths = usePaths()
  const { id, label, address, slug } = location
  const openStatus = useOpenStatusText(location.opening, location.timeZone)
  return (
    <li className={styles.line} {...highlightProps(id, pointing)}>
      <Link id={rowId(id)} to={paths.location(address.state.slug, address.citySlug, slug)}>
        {label}
      </Link>
      <p>
        {address.address}
        {'\u00a0· '}
        <span className={styles.openStatus}>{openStatus.now}</span>
      </p>
    </li>
  )
}

import type { CSSProperties } from 'react'
import facebook from 'simple-icons/icons/facebook.svg'
import instagram from 'simple-icons/icons/instagram.svg'
import type { SocialNetwork } from '../../../api/generated'
import styles from './SocialLinks.module.css'

/** Supported networks with their official spelling. Icons from simple-icons (CC0). */
const supported: Record<string, { name: string; sign: string }> = {
  facebook: { name: 'Facebook', sign: facebook },
  instagram: { name: 'Instagram', sign: instagram },
}

/** Links to the location's social network pages. */
export function SocialLinks({ networks, label }: { networks: readonly SocialNetwork[]; label: string }) {
  if (networks.length === 0) return null
  return (
    <ul className={styles.networks} aria-label={label}>
      {networks.map(({ network, url }) => (
        <li key={url}>
          <a className="tap" href={url} target="_blank" rel="noreferrer">
            {supported[network] && (
              <span
                className={styles.sign}
                style={{ '--sign': `url("${supported[network].sign}")` } as CSSProperties}
                aria-hidden="true"
              />
            )}
            {supported[network]?.name ?? network}
          </a>
        </li>
      ))}
    </ul>
  )
}

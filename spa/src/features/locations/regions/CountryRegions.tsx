import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Region } from '../../../api/generated'
import { CountryMap } from '../../../map/CountryMap'
import { usePaths } from '../../../market/useMarket'
import { highlightProps, useHighlight } from '../list/useHighlight'
import styles from './CountryRegions.module.css'
import list from './RegionBrowser.module.css'

interface CountryRegionsProps {
  country: 'US' | 'CA'
  regions: readonly Region[]
}

/** Map of a country's states or provinces, and a list of them. */
export function CountryRegions({ country, regions }: CountryRegionsProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const pointing = useHighlight()
  const shown = useMemo(
    () =>
      regions.map(({ state, slug, count }) => ({
        code: state.code,
        label: state.label,
        count,
        path: paths.location(slug),
      })),
    [regions, paths],
  )
  return (
    <div className={styles.nation} data-country={country}>
      <div className={styles.map}>
        <CountryMap country={country} regions={shown} active={pointing.active} onActive={pointing.onPoint} />
      </div>
      <ul className={list.regions}>
        {shown.map(({ code, label, count, path }) => (
          <li key={code} {...highlightProps(code, pointing)}>
            <Link to={path}>
              <span className={list.name}>{label}</span>
              <span className={`num ${list.count}`}>{t('start.grills', { count })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

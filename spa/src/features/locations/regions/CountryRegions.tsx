import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Region } from '../../../api/generated'
import { DrawnMap } from '../../../map/DrawnMap'
import { type PlateCountry, plateSizes } from '../../../map/plateSizes'
import { useShapes } from '../../../map/useShapes'
import { usePaths } from '../../../market/useMarket'
import { useAfterFirstInteraction } from '../../../ui/loading/useAfterFirstInteraction'
import { highlightProps, useHighlight } from '../list/useHighlight'
import styles from './CountryRegions.module.css'
import list from './RegionBrowser.module.css'

const plates = {
  US: [() => import('virtual:geography/plate-US')],
  CA: [() => import('virtual:geography/plate-CA')],
}
const noShapes: readonly [] = []

interface CountryRegionsProps {
  country: PlateCountry
  regions: readonly Region[]
}

/** Map of a country's states or provinces, and a list of them. */
export function CountryRegions({ country, regions }: CountryRegionsProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const pointing = useHighlight()
  const [shapes = noShapes] = useShapes(useAfterFirstInteraction() ? plates[country] : noShapes)
  const rows = useMemo(
    () => regions.map(({ state, slug, count }) => ({ ...state, count, path: paths.location(slug) })),
    [regions, paths],
  )
  const marks = useMemo(() => {
    const centres = new Map(shapes.map(({ code, at }) => [code, at]))
    return rows
      .toSorted((a, b) => b.count - a.count)
      .flatMap(({ code, label, count, path }) => {
        const at = centres.get(code)
        return at ? [{ id: code, number: count, label, path, at }] : []
      })
  }, [rows, shapes])
  return (
    <div className={styles.nation} data-country={country}>
      <div className={styles.map}>
        <DrawnMap
          label={t('locations.title')}
          marks={marks}
          plate={plateSizes[country]}
          regions={shapes}
          active={pointing.active}
          onActive={pointing.onPoint}
        />
      </div>
      <ul className={list.regions}>
        {rows.map(({ code, label, count, path }) => (
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

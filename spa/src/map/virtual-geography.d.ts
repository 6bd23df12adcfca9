/** Built by geography.plugin.ts. Lines and shapes are SVG paths in map units. */
declare module 'virtual:geography' {
  interface Region {
    /** Two-letter postal code: TX, QC. Adjacent countries are regions too: MX. */
    code: string
    /** Bounding box of its land: west, north, east, south. */
    box: readonly [number, number, number, number]
    /** Bounding box of the country around it in its file; none for provinces and adjacent countries. */
    around?: readonly [number, number, number, number]
    load: () => Promise<{ default: Land }>
  }
  interface Land {
    code: string
    land: string
    /** Lakes that the land's outline does not exclude. */
    water: string
    /** County borders. */
    counties: string
    /** Borders with neighbours. */
    borders: string
    /** Places with a post office, largest first, at most 300: name, x, y and number of postal areas. */
    towns: readonly (readonly [name: string, x: number, y: number, size: number])[]
    /** The country around it. */
    around?: Pick<Land, 'land' | 'counties' | 'borders' | 'towns'>
  }
  export const regions: readonly Region[]
}

/** Built by countryPlate.ts: the states or provinces of a country. */
declare module 'virtual:geography/plate-*' {
  const regions: readonly import('./countryPlate').PlateRegion[]
  export default regions
}

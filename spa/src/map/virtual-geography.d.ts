/** What geography.plugin.ts cuts. Lines and shapes are SVG paths, in units of the map. */
declare module 'virtual:geography' {
  interface Region {
    /** Two letters, as the post writes it: TX, QC. A country beside ours is a region of its own: MX. */
    code: string
    /** West, north, east, south of its land. */
    box: readonly [number, number, number, number]
    load: () => Promise<{ default: Land }>
  }
  interface Land {
    code: string
    land: string
    /** Lakes that the land's outline does not leave out. */
    water: string
    /** Borders of counties. */
    counties: string
    /** Borders with its neighbours. */
    borders: string
    /** The places that have a post office, biggest first, at most 300: name, x, y and how many postal areas it has. */
    towns: readonly (readonly [name: string, x: number, y: number, size: number])[]
  }
  export const regions: readonly Region[]
}

/** What countryPlate.ts draws: a whole country. Lines are SVG paths, in units of the plate. */
declare module 'virtual:geography/plate-*' {
  const plate: import('./countryPlate').Plate
  export default plate
}

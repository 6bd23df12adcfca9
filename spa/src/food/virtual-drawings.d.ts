/** Built by drawings.plugin.ts. */
declare module 'virtual:drawings' {
  /** URL of each sheet by name. */
  export const sheets: Readonly<Record<string, string>>
  /** Sheet and height of each dish by slug; the width is 320. */
  export const dishes: Readonly<Record<string, readonly [sheet: string, height: number]>>
}

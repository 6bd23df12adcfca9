/** What drawings.plugin.ts binds. */
declare module 'virtual:drawings' {
  /** The address of each sheet by its name. */
  export const sheets: Readonly<Record<string, string>>
  /** The sheet and the height (each is 320 wide) of a dish by its slug. */
  export const dishes: Readonly<Record<string, readonly [sheet: string, height: number]>>
}

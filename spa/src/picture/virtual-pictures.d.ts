/** What pictures.plugin.ts tells. */
declare module 'virtual:pictures' {
  /** The pictures that there are by their path below /pictures: their size in pixels, their preview, and the hash of their rungs if they have any. */
  export const pictures: Readonly<
    Record<string, readonly [width: number, height: number, blur: string, hash?: string]>
  >
}

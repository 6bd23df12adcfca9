/** Provided by pictures.plugin.ts. */
declare module 'virtual:pictures' {
  /** Pictures by path below /pictures: size in pixels, preview, and the hash of their widths if they have any. */
  export const pictures: Readonly<
    Record<string, readonly [width: number, height: number, blur: string, hash?: string]>
  >
}

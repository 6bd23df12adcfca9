/** The widths that pictures are made in, in pixels: the image widths and the device widths of specification §9, the narrowest first. */
export const widths = [
  8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 828, 1080, 1200, 1920, 2048, 3840,
] as const

/** The one of them that a picture is asked for in which is this wide: the next that is not narrower. */
export const widthFor = (width: number): number => widths.find((rung) => rung >= width) ?? 3840

/** Where a picture below /pictures is had in one of the widths, in the format that a browser takes. */
export const imageAddress = (path: string, width: number): string =>
  `/image?url=/pictures/${path}&w=${width}&q=75`

/** What the build makes each width in, the smallest first: so a browser finds the best that it reads. */
export const formats = ['avif', 'webp'] as const
export type Format = (typeof formats)[number]

/** The widths that the build makes a picture in: those below its own, and its own. */
export const widthsOf = (width: number): number[] => [...widths.filter((rung) => rung < width), width]

/** The file that the build makes of a picture below /pictures in a width. It says its content in its name, so it is kept for ever. */
export const fileName = (path: string, hash: string, width: number, format: Format): string =>
  `${path.replace(/\.\w+$/, '')}-${hash}-${width}.${format}`

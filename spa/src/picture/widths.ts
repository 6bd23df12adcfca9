/** Widths of encoded pictures in pixels, ascending: the image widths and device widths of specification §9. */
export const widths = [
  8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 828, 1080, 1200, 1920, 2048, 3840,
] as const

/** Returns the smallest of the widths that is at least this wide. */
export const widthFor = (width: number): number => widths.find((candidate) => candidate >= width) ?? 3840

/** Returns the URL of a picture below /pictures in one of the widths; the format depends on the Accept header. */
export const imageAddress = (path: string, width: number): string =>
  `/image?url=/pictures/${path}&w=${width}&q=75`

/** Formats of the build for each width, smallest files first, so that browsers use the best one they support. */
export const formats = ['avif', 'webp'] as const
export type Format = (typeof formats)[number]

/** Returns the widths that the build makes of a picture: all below its own, and its own. */
export const widthsOf = (width: number): number[] => [
  ...widths.filter((candidate) => candidate < width),
  width,
]

/** Returns the file name of a picture in a width. It contains a content hash, so it can be cached forever. */
export const fileName = (path: string, hash: string, width: number, format: Format): string =>
  `${path.replace(/\.\w+$/, '')}-${hash}-${width}.${format}`

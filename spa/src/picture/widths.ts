/** The widths that pictures are made in, in pixels: the image widths and the device widths of specification §9, the narrowest first. */
export const widths = [
  8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 828, 1080, 1200, 1920, 2048, 3840,
] as const

/** The one of them that a picture is asked for in which is this wide: the next that is not narrower. */
export const rungFor = (width: number): number => widths.find((rung) => rung >= width) ?? 3840

/** Where a picture below /pictures is had in one of the widths, in the format that a browser takes. */
export const imageAddress = (path: string, width: number): string =>
  `/image?url=/pictures/${path}&w=${width}&q=75`

/** An Open Graph image: URL or path, and size in pixels. */
export interface OgImage {
  url: string
  width: number
  height: number
}

/** Returns the Open Graph card of a kind of page or of a drawing ("dishes/pit-fries"). The build makes them (scenes.ts). */
export const drawnOgImage = (name: string): OgImage => ({
  url: `/pictures/og/${name}.png`,
  width: 1200,
  height: 630,
})

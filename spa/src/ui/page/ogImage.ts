/** A picture as those fetch it who show a link to a page: an address or a path, and its size in pixels. */
export interface OgImage {
  url: string
  width: number
  height: number
}

/** The card of a kind of page, or of a drawing as content names it: "dishes/pit-fries". The build draws them (scenes.ts). */
export const drawnOgImage = (name: string): OgImage => ({
  url: `/pictures/og/${name}.png`,
  width: 1200,
  height: 630,
})

// The food drawings of a rendered page, from the SVG sprites of a built site.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the drawings of a built site's sprites, by id. */
export function readDrawings(site) {
  const found = new Map()
  const assets = join(site, 'assets')
  for (const name of readdirSync(assets).filter((name) => name.endsWith('.svg')))
    for (const [drawing, id] of readFileSync(join(assets, name), 'utf8').matchAll(/<g id="((?:layer|dish)-[^"]+)">.*?<\/g>(?=<g id=|<\/svg>)/gs)) found.set(id, drawing)
  return found
}

/** Returns the drawings of a page as inline SVG: they show before a sprite is loaded, and without JavaScript. */
export function inlineDrawings(body, all) {
  const used = new Set([...body.matchAll(/ href="#((?:layer|dish)-[^"]+)"/g)].map((m) => m[1]))
  const sheet = [...used].map((id) => all.get(id) ?? '').join('')
  return sheet && `<svg width="0" height="0" aria-hidden="true">${sheet}</svg>`
}

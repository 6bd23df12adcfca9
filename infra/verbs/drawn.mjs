// The drawings of food that a rendered page shows, out of the sheets of a built site.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The drawings by their ids, as the sheets of a built site have them. */
export function drawings(site) {
  const found = new Map()
  const assets = join(site, 'assets')
  for (const name of readdirSync(assets).filter((name) => name.endsWith('.svg')))
    for (const [drawing, id] of readFileSync(join(assets, name), 'utf8').matchAll(/<g id="((?:layer|dish)-[^"]+)">.*?<\/g>(?=<g id=|<\/svg>)/gs)) found.set(id, drawing)
  return found
}

/** The drawings that a page shows, for its document: they are there before any sheet is asked for, and where none ever is. */
export function drawn(body, all) {
  const used = new Set([...body.matchAll(/ href="#((?:layer|dish)-[^"]+)"/g)].map((m) => m[1]))
  const sheet = [...used].map((id) => all.get(id) ?? '').join('')
  return sheet && `<svg width="0" height="0" aria-hidden="true">${sheet}</svg>`
}

// The stages of cdk.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'

export const { stages } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context

/** From here on the site is built for the brand of a stage, whose functions answer for no other. */
export function buildFor({ brand }) {
  if (brand) process.env.BRAND = String(brand)
  else delete process.env.BRAND
}

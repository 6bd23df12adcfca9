import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Reads an atlas from its npm package. */
export const readAtlas = (path: string) => JSON.parse(readFileSync(require.resolve(path), 'utf8'))

/** Returns the postal code of a state by its name. */
export const stateCode = (name: string): string | undefined =>
  require('zipcodes/lib/states.js').full[name.toUpperCase()]

/** Returns the properties of a shape in an atlas. */
export const propertiesOf = (shape: { properties?: object | null }): { name?: string; gu?: string } =>
  shape.properties ?? {}

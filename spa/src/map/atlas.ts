import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** An atlas out of its package. */
export const readAtlas = (path: string) => JSON.parse(readFileSync(require.resolve(path), 'utf8'))

/** Two letters by the name of a state, as the data of the post has them. */
export const stateLetters = (name: string): string | undefined =>
  require('zipcodes/lib/states.js').full[name.toUpperCase()]

/** What an atlas says of a shape. */
export const factsOf = (shape: { properties?: object | null }): { name?: string; gu?: string } =>
  shape.properties ?? {}

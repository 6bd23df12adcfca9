import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A schema.org type: its own properties with the allowed value types, and its parent types. */
interface Kind {
  parents: string[]
  properties: Map<string, string[]>
}

/**
 * Parses schema.org's vocabulary from schema-dts, which has an interface per type, with one property and its value types per line, and
 * each enumeration as a list of its members.
 */
function vocabulary() {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('schema-dts')
      .replace(/schema\.js$/, 'schema.d.ts'),
    'utf8',
  )
  const kinds = new Map<string, Kind>()
  for (const [, name = '', of = '', body = ''] of source.matchAll(
    /^(?:export )?interface (\w+)(?: extends ([^{]+?))? \{\n(.*?)^\}/gms,
  )) {
    const properties = new Map<string, string[]>()
    for (const [, property = '', types = ''] of body.matchAll(
      /^ {4}"([^"]+)"\?: SchemaValue<(.+), "[^"]+">;/gm,
    ))
      properties.set(property, types.split(' | '))
    kinds.set(name, { parents: of.split(/,\s*/).filter(Boolean), properties })
  }
  const members = new Map<string, Set<string>>()
  for (const [, name = '', values = ''] of source.matchAll(/^export type (\w+) = (.+);$/gm))
    members.set(name, new Set([...values.matchAll(/"([^"]+)"/g)].map((m) => m[1]!)))
  return { kinds, members }
}

const { kinds, members } = vocabulary()

/** Returns the interfaces of a type and its ancestors. */
function lineage(name: string, found = new Set<string>()): Set<string> {
  for (const parent of kinds.get(name)?.parents ?? []) {
    found.add(parent)
    lineage(parent, found)
  }
  return found
}

const forms: Readonly<Record<string, RegExp>> = {
  Text: /\S/,
  URL: /^https:\/\/[^\s]+$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  // "Properties that take Energy as values are of the form <Number> <Energy unit of measure>"; the same for Mass.
  Energy: /^\d+(\.\d+)? (cal|calories|kcal|kJ)$/,
  Mass: /^\d+(\.\d+)? (g|mg|kg|oz)$/,
  Time: /^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/,
}

/** Returns violations of schema.org's vocabulary in structured data, as sentences. */
export function complaints(data: unknown, at = 'the data'): string[] {
  if (typeof data !== 'object' || data === null) return [`${at} is no object`]
  const { '@type': type, '@context': _, '@id': __, ...properties } = data as Record<string, unknown>
  const leaf = `${type}Leaf`
  if (typeof type !== 'string' || !kinds.has(leaf)) return [`${at}: there is no type ${type}`]
  const line = [...lineage(leaf)]
  return Object.entries(properties).flatMap(([property, value]) => {
    const allowed = line.flatMap((name) => kinds.get(name)?.properties.get(property) ?? [])
    if (allowed.length === 0) return [`${at}: a ${type} has no ${property}`]
    const values = Array.isArray(value) ? value : [value]
    return values.flatMap((one) => wrong(one, allowed, `${at}, ${property} of the ${type}`))
  })
}

function wrong(value: unknown, allowed: readonly string[], at: string): string[] {
  if (typeof value === 'object' && value !== null) {
    const type = (value as { '@type'?: string })['@type']
    const bases = new Set([`${type}Leaf`, ...lineage(`${type}Leaf`)])
    const fits = allowed.some((name) => bases.has(`${name}Leaf`) || bases.has(`${name}Base`))
    return fits ? complaints(value, at) : [`${at} is a ${type}, not a ${allowed.join(' or a ')}`]
  }
  const fits =
    typeof value === 'string'
      ? allowed.some((name) => forms[name]?.test(value) || members.get(name)?.has(value))
      : typeof value === 'number' && allowed.some((name) => /^(Number|Integer|Float|Text)$/.test(name))
  return fits ? [] : [`${at} is ${JSON.stringify(value)}, not a ${allowed.join(' or a ')}`]
}

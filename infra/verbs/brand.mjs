// npm run brand -- new NAME: writes the files of a new brand, which can then be edited freely.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { brands, checkMachine, fail, filesBelow, root, run, write } from './build.mjs'
import { recolour } from './recolour.mjs'

const { name } = readArguments({
  description: 'Creates a brand: its record, colours, logo, words, menu, restaurant and pages. It prints the brand\'s id: BRAND=ID npm start runs it.',
  positionals: { new: 'creates a brand', 'NAME...': 'the name of the brand, in Latin letters, each word with a capital: Copper Kettle' },
})
const title = name.join(' ').trim()
if (!/^[A-Z][A-Za-z]*( [A-Z][A-Za-z]*)*$/.test(title))
  fail(`"${name.join(' ')}" is not the name of a new brand. Write it in Latin letters, each word with a capital: npm run brand -- new Copper Kettle`)

const existing = brands()
const folder = title.toLowerCase().replaceAll(' ', '-')
const slug = folder.replaceAll('-', '')
if (existing.some((brand) => brand.folderPath === folder || brand.slug === slug)) fail(`The brand ${title} already exists.`)
const id = Math.max(...existing.map((brand) => brand.id)) + 1
const seed = createHash('sha256').update(folder).digest()
const words = title.split(' ')

// The colours are those of the first brand with another hue and the same luminance, so that contrasts stay the same.
const first = existing.find((brand) => brand.id === 3) ?? existing[0]
const recoloured = (colour) => recolour(colour, 60 + (seed[0] % 240))
const readFirst = (name) => readFileSync(join(root, 'spa', 'src', 'brand', first.folderPath, name), 'utf8')
const recolourAll = (text) => text.replace(/#[0-9a-f]{6}\b/g, recoloured)
// The words of the short name fill the width of the home page. ems estimates the width of a text in em for the heaviest faces.
const short = words.slice(0, 2)
const ems = (text) => [...text].reduce((sum, letter) => sum + (/[ij]/i.test(letter) ? 0.5 : /[mw]/i.test(letter) ? 1 : letter === ' ' ? 0.34 : 0.8), 0)
const sizeToFill = (text, max) => Math.min(max, 96 / ems(text))
const size = sizeToFill(short.join(' '), 24)
const widths = { size: `${size.toFixed(1)}cqi`, first: `${(sizeToFill(short[0], 38) / size).toFixed(2)}em`, last: `${(sizeToFill(short.at(-1), 38) / size).toFixed(2)}em` }
const colours = recolourAll(readFirst('colours.css'))
  .replace(/^\/\*[\s\S]*?\*\/\n/, `/* The colours of ${title} by their roles. */\n`)
  .replace(/^ +\/\*.*\*\/\n/gm, '') // the comments describe the first brand
  .replace(/ \/\*.*\*\/$/gm, '')
  .replace(/--name-(size|first|last): [^;]+/g, (_, which) => `--name-${which}: ${widths[which]}`)
const colourOf = (role) => new RegExp(`--${role}: (#\\w+)`).exec(colours)[1]
const lines = words.map((word, n) => `<text x="4" y="${((n + 0.85) * 84) / words.length}" textLength="139" lengthAdjust="spacingAndGlyphs" font-size="${72 / words.length}">${word.toUpperCase()}</text>`).join('')
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 147 84"><g fill="currentColor" font-family="var(--poster)">${lines}</g></svg>\n`
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${colourOf('red')}" d="M0 0h32v32H0z"/><circle cx="16" cy="16" r="10" fill="${colourOf('yellow')}"/></svg>\n`

// The numbers from 555-0100 to 555-0199 are reserved for fiction. No two brands share one.
const taken = existing.flatMap(({ phones }) => Object.values(phones).map((number) => number.slice(-4)))
const free = Array.from({ length: 100 }, (_, n) => `0${100 + ((seed[1] + n) % 100)}`).filter((last) => !taken.includes(last))
const phone = (n) => `+1503555${free[n]}`
const json = (value) => `${JSON.stringify(value, null, 2)}\n`
const record = {
  id,
  folderPath: folder,
  metaTitle: title,
  title,
  shortTitle: short.join(' '),
  webUrl: `https://www.${slug}.example`,
  slug,
  platformId: 'web',
  tenantId: folder,
  countries: ['us'],
  phones: { guests: phone(0), catering: phone(1) },
  appBanner: false,
  promoBanner: false,
  flags: { loyalty: false, rewards: false, mystery: false },
  cuisine: ['Restaurant'],
  priceRange: '$$',
  themeColor: colourOf('red'),
  fonts: 'system',
  burgers: false,
}
const ordering = JSON.parse(readFileSync(join(root, 'shared', 'brand', 'brands', first.folderPath, 'ordering.json'), 'utf8'))
const desks = Object.fromEntries(Object.keys(ordering.desks).map((topic) => [topic, `${topic}@${slug}.example`]))
const mail = { mailFrom: `orders@${slug}.example`, desks, mailColours: Object.fromEntries(Object.entries(ordering.mailColours).map(([role, colour]) => [role, recoloured(colour)])), registrations: {}, contest: null, loyalty: null }

/** Writes a file of the brand. */
function add(path, text) {
  write(join(root, path), text)
  console.log(`  ${path}`)
}

add(`shared/brand/brands/${folder}/brand.json`, json(record))
add(`shared/brand/brands/${folder}/ordering.json`, json({ ...ordering, ...mail }))
add(`spa/src/brand/${folder}/colours.css`, colours)
add(`spa/src/brand/${folder}/logo.svg`, logo)
add(`spa/src/brand/${folder}/icon.svg`, icon)
// The files that start the same for every brand.
const template = join(import.meta.dirname, 'brand')
const targets = { site: `spa/src/brand/${folder}`, seed: `infra/seed/brands/${folder}`, content: `infra/seed/content/${folder}` }
const values = { title, slug, phone: record.phones.guests, catering: record.phones.catering }
for (const path of filesBelow(template)) {
  const [, kind, name] = /^([^/]+)\/(.*)$/.exec(path.slice(template.length + 1).replaceAll('\\', '/'))
  const text = readFileSync(path, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key) => values[key])
  add(`${targets[kind]}/${name.replace('SLUG', slug).replace(/\.txt$/, '')}`, text)
}
checkMachine()
if (existsSync(join(root, 'shared', 'brand', 'brand_test.go'))) await run('go', ['test', './shared/brand', '-run', 'TestRecordsAreGolden', '-count=1', '-update'])
console.log(`\n  ${title} is brand ${id}: BRAND=${id} DATA_DIR=.local-${folder} npm start\n`)

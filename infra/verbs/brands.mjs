// A part of npm run test:long: makes a brand of a random name in a copy of the project, renders its pages from what the API says of it, and
// finds no name, address, phone number, colour, font, country, dish or word of another brand in any of it, and no link to what is not there.
// That it would find them is shown by the default brand's own site.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { readArguments } from './arguments.mjs'
import { brands, buildProgram, buildSite, built, fail, node, prepare, root, run, tool } from './build.mjs'
import { drawings, drawn } from './drawn.mjs'
import { pagesOf, rendered as browserPages } from './pages.mjs'
import { startStack } from './stack.mjs'

const { look } = readArguments({
  does: 'Proves that the site of a new brand of a random name shows nothing of another brand.',
  options: { 'look=BRAND': 'looks at the site of one brand of this folder: for the verb itself' },
})

const read = (path) => readFileSync(join(root, path), 'utf8')

/** Returns what gives a brand away on the site of another one, by what it is. */
function marksOf(brand, other) {
  const colours = read(`spa/src/brand/${brand.folderPath}/colours.css`)
  const menu = JSON.parse(read(brand.id === 3 ? 'infra/seed/menu.json' : `infra/seed/brands/${brand.folderPath}/menu.json`))
  const dishes = menu.sections.filter(({ slug }) => slug === 'burgers').flatMap(({ items }) => menu.items.filter(({ id }) => items.includes(id)))
  const fonts = brand.fonts === other.fonts ? [] : [...read(`spa/src/brand/fonts/${brand.fonts}/fonts.css`).matchAll(/url\(([\w-]+)\.woff2\)|font-family: "([^"]+)"/g)].map((m) => m[1] ?? m[2])
  return [
    ...['title', 'shortTitle', 'folderPath', 'slug'].map((name) => ({ what: name, text: brand[name] })),
    { what: 'address', text: new URL(brand.webUrl).hostname },
    ...Object.values(brand.phones).flatMap((phone) => [phone, phone.slice(-7).replace(/(\d{3})(\d{4})/, '$1-$2')].map((text) => ({ what: 'phone', text }))),
    // Colours where a page takes them from, for cheese is yellow everywhere.
    ...['red', 'yellow'].map((name) => ({ what: 'colour', text: new RegExp(`--${name}: (#\\w+)`).exec(colours)[1], in: /\.(css|html|svg)$/ })),
    ...fonts.map((text) => ({ what: 'font', text, in: /\.(css|html|woff2)$/ })),
    { what: 'dish', text: brand.shortTitle.toLowerCase().replaceAll(' ', '-'), in: /\.(html|svg)$/ }, // as its drawing or its address would be called
    ...(brand.countries.includes('ca') && !other.countries.includes('ca') ? [{ what: 'country', text: '/ca/fr-ca', in: /\.html$/ }] : []),
    // The sentences of the locales, which are in the script of every brand, name them too.
    ...dishes.map(({ name }) => ({ what: 'dish', text: name.en, in: /\.(html|txt)$/ })),
    ...(brand.burgers && !other.burgers ? [{ what: 'word', text: 'burger', in: /\.txt$/ }] : []),
  ]
}

/** Every text file of a folder, as [name, text]. */
function texts(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.(js|css|html|svg|json|webmanifest|txt)$/.test(e.name))
    .map((e) => join(e.parentPath, e.name))
    .map((path) => [relative(folder, path), readFileSync(path, 'utf8')])
}

/** Which marks are in which files, each once. */
const found = (marks, files) =>
  marks.flatMap(({ what, text, in: where }) => {
    const at = files.find(([name, content]) => (!where || where.test(name)) && content.toLowerCase().includes(text.toLowerCase()) && (what !== 'shortTitle' || content.includes(text)))
    return at ? [{ what, text, in: at[0] }] : []
  })

/** The pages of a build at these paths, rendered from what a server says: { path, text } of each that there is. */
async function rendered(render, site, origin, paths) {
  const shell = readFileSync(join(site, 'shell.html'), 'utf8')
  const all = drawings(site)
  const pages = []
  for (const path of paths) {
    const page = await render.render(path, origin)
    if (page) pages.push({ path, text: render.documentOf(shell, page, { styles: [], scripts: [], drawings: drawn(page.body, all) }) })
  }
  return pages
}

const accounts = ['login', 'signup', 'profile', 'orders', 'rewards']

/** Everything that a guest of the brand is sent: all of its pages, or those chosen. */
async function sentBy(brandID, chosen) {
  const site = built('site')
  const stack = await startStack({ env: { BRAND: brandID } })
  const render = await import(built('render', 'server.js'))
  const pages = await rendered(render, site, stack.url, chosen ?? (await pagesOf(render, stack.url)))
  // What the browser renders has links too: those of the pages of an account are there without a guest.
  const browser = chosen ? [] : await rendered(render, site, stack.url, accounts.map((name) => `/${render.patterns[name]}`))
  const led = new Set([...pages, ...browser].flatMap(({ text }) => [...text.matchAll(/<a [^>]*?href="(\/[^"?#]*)/g)].map((m) => m[1])))
  const others = [...led].filter((path) => !path.includes('.') && !pages.some((page) => page.path === path)) // papers are not rendered
  const shells = new Set([...browserPages].map((name) => render.patterns[name].split('/')[0]))
  const isThere = async (path) => (shells.has(path.split('/')[1]) ? (await fetch(stack.url + path)).ok : Boolean(await render.render(path, stack.url)))
  const dead = []
  for (const path of chosen ? [] : others) if (!(await isThere(path))) dead.push(path)
  await stack.stop()
  // A name may be in pieces.
  const files = [...pages, ...browser].flatMap(({ path, text }) => [[`${path}.html`, text], [`${path}.txt`, text.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, '')]])
  return { files: [...texts(site), ...files], markets: render.markets.length, pages, dead }
}

if (look) {
  // In a process of its own: the bundle of a brand keeps what it has asked.
  process.env.NODE_ENV = 'production'
  process.env.BRAND = look
  await Promise.all([buildSite(), buildProgram('server')])
  const all = brands()
  const own = all.find(({ id }) => String(id) === look)
  if (look === '3') {
    const other = { fonts: '', countries: [], burgers: false }
    const marks = marksOf(own, other)
    const { files } = await sentBy(look, ['/', '/company/our-story', '/menu'])
    const missed = marks.filter((m) => !found(marks, files).some((f) => f.text === m.text))
    if (missed.length > 0) fail(`The site of ${own.title} does not show all of its own marks, so that they would be missed elsewhere too: ${JSON.stringify(missed)}`)
    console.log(`• ${own.title} shows all of its own ${marks.length} marks`)
  } else {
    const { files, markets, pages, dead } = await sentBy(look)
    const told = all.filter((brand) => brand !== own).flatMap((brand) => found(marksOf(brand, own), files))
    const silent = pages.filter(({ text }) => !text.includes(own.title)).map(({ path }) => path)
    if (told.length > 0 || markets !== 1 || silent.length > 0 || dead.length > 0 || pages.length < 10)
      fail(`${own.title} has of other brands: ${JSON.stringify(told)}; ${markets} markets; ${pages.length} pages, without its name ${silent}; links to what is not there: ${dead}`)
    console.log(`• ${own.title}: ${pages.length} pages, ${files.length} files, no mark of another brand`)
  }
  process.exit(0)
}

/** Returns a word that no brand has. */
const word = () => {
  const letter = (of) => of[Math.floor(Math.random() * of.length)]
  const text = Array.from({ length: 3 }, () => letter('bdfgklmnprstvz') + letter('aeiou')).join('')
  return text[0].toUpperCase() + text.slice(1)
}

await prepare({ tools: true })
const copy = mkdtempSync(join(root, '.local', 'brand-')) // within the project, whose packages the bundle for Node imports
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
for (const name of ['functions', 'shared', 'infra', 'locales', 'spa', 'go.work', 'go.work.sum', 'package.json', 'package-lock.json']) cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const title = `${word()} ${word()}`
const inCopy = { cwd: copy, env: { BRAND: '' } }
const verbs = join(copy, 'infra', 'verbs')
await run(node(), [join(verbs, 'brand.mjs'), 'new', title], inCopy)
await run('go', ['test', './shared/brand', './infra/seed'], inCopy)
await tool('vitest', ['run', '--config', 'spa/vitest.config.ts', 'src/brand/brands.test.ts'], inCopy)
const { id } = JSON.parse(readFileSync(join(copy, 'shared', 'brand', 'brands', title.toLowerCase().replace(' ', '-'), 'brand.json'), 'utf8'))
await run(node(), [join(verbs, basename(import.meta.filename)), '--look', String(id)], inCopy)
await run(node(), [import.meta.filename, '--look', '3'])

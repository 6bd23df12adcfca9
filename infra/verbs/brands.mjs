// A step of npm run test:long: creates a brand with a random name in a copy of the project, publishes its site, and checks that it contains
// no name, address, phone number, colour, font, country, dish or word of another brand, no dead link, and nothing that covers the brand's
// name on the home page. The default brand's own site proves that the marks would be found.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { readArguments } from './arguments.mjs'
import { brands, buildProgram, buildSite, built, fail, node, prepare, root, run, tool } from './build.mjs'
import { drawings, drawn } from './drawn.mjs'
import { testBrowser } from './machine.mjs'
import { rendered as browserPages } from './pages.mjs'
import { publish } from './publish.mjs'
import { startStack } from './stack.mjs'

const { look } = readArguments({
  does: 'Proves that the site of a new brand of a random name shows nothing of another brand.',
  options: { 'look=BRAND': 'looks at the site of one brand of this folder: for the verb itself' },
})

const read = (path) => readFileSync(join(root, path), 'utf8')

/** Returns a brand's word for a restaurant. */
const restaurantOf = async ({ folderPath }) => (await import(join(root, 'spa', 'src', 'brand', folderPath, 'words.ts'))).restaurant.one

/** Returns the marks that identify a brand on the site of another one, by kind. */
async function marksOf(brand, other) {
  const colours = read(`spa/src/brand/${brand.folderPath}/colours.css`)
  const menu = JSON.parse(read(brand.id === 3 ? 'infra/seed/menu.json' : `infra/seed/brands/${brand.folderPath}/menu.json`))
  const dishes = menu.sections.filter(({ slug }) => slug === 'burgers').flatMap(({ items }) => menu.items.filter(({ id }) => items.includes(id)))
  const fonts = brand.fonts === other.fonts ? [] : [...read(`spa/src/brand/fonts/${brand.fonts}/fonts.css`).matchAll(/url\(([\w-]+)\.woff2\)|font-family: "([^"]+)"/g)].map((m) => m[1] ?? m[2])
  return [
    ...['title', 'shortTitle', 'folderPath', 'slug'].map((name) => ({ what: name, text: brand[name] })),
    { what: 'address', text: new URL(brand.webUrl).hostname },
    ...Object.values(brand.phones).flatMap((phone) => [phone, phone.slice(-7).replace(/(\d{3})(\d{4})/, '$1-$2')].map((text) => ({ what: 'phone', text }))),
    // Only files that set a page's colours: the yellow also occurs elsewhere, as in cheese.
    ...['red', 'yellow'].map((name) => ({ what: 'colour', text: new RegExp(`--${name}: (#\\w+)`).exec(colours)[1], in: /\.(css|html|svg)$/ })),
    ...fonts.map((text) => ({ what: 'font', text, in: /\.(css|html|woff2)$/ })),
    { what: 'dish', text: brand.shortTitle.toLowerCase().replaceAll(' ', '-'), in: /\.(html|svg)$/ }, // the name of its drawing or address
    ...(brand.countries.includes('ca') && !other.countries.includes('ca') ? [{ what: 'country', text: '/ca/fr-ca', in: /\.html$/ }] : []),
    // Only rendered text: the locales' sentences, which are in every brand's scripts, contain these names.
    ...dishes.map(({ name }) => ({ what: 'dish', text: name.en, in: /\.(html|txt)$/ })),
    ...((await restaurantOf(brand)) === other.restaurant ? [] : [{ what: 'word', text: await restaurantOf(brand), in: /\.txt$/ }]),
    ...(brand.burgers && !other.burgers ? [{ what: 'word', text: 'burger', in: /\.txt$/ }] : []),
  ]
}

/** Returns the text files of a folder as [name, text]. */
function texts(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.(js|css|html|svg|json|webmanifest|txt|xml)$/.test(e.name))
    .map((e) => join(e.parentPath, e.name))
    .map((path) => [relative(folder, path), readFileSync(path, 'utf8')])
}

/** Returns the marks found in files, each once, with their context. */
const found = (marks, files) =>
  marks.flatMap(({ what, text, in: where }) => {
    const isIn = (content) => content.toLowerCase().includes(text.toLowerCase()) && (what !== 'shortTitle' || content.includes(text))
    const [name, content] = files.find(([name, content]) => (!where || where.test(name)) && isIn(content)) ?? []
    const at = content?.toLowerCase().indexOf(text.toLowerCase())
    return content ? [{ what, text, in: name, near: content.slice(Math.max(0, at - 40), at + 60) }] : []
  })

/** Renders the pages at these paths with a server's data. Returns { path, text } of each existing page. */
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

/** Returns the faults of the home page's first screen, on a phone and on a wide screen: the name is covered, or wider than the screen. */
async function faultsOfHome(origin) {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: testBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
  const faults = []
  for (const [width, height] of [[360, 740], [360, 640], [1280, 800]]) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.goto(origin)
    await page.locator('h1 b').first().waitFor()
    const { name, top, words } = await page.evaluate(() => {
      const widthOf = (word) => {
        const letters = document.createRange()
        letters.selectNodeContents(word)
        return letters.getBoundingClientRect()
      }
      const start = document.querySelector('h2').parentElement.parentElement // the search heading's block
      return { name: document.querySelector('h1 span:last-of-type').getBoundingClientRect(), top: start.getBoundingClientRect().top, words: [...document.querySelectorAll('h1 b')].map(widthOf) }
    })
    if (name.bottom > top + 1 || words.some(({ left, right }) => left < 0 || right > width)) faults.push({ width, height, bottom: name.bottom, top, words })
  }
  await browser.close()
  return faults
}

/** Returns all published files of the brand, or those of the pages chosen. */
async function sentBy(brandID, chosen) {
  const site = built('site')
  const stack = await startStack({ env: { BRAND: brandID } })
  const render = await import(built('render', 'server.js'))
  const place = mkdtempSync(join(tmpdir(), 'published-'))
  process.on('exit', () => rmSync(place, { recursive: true, force: true }))
  const published = join(place, 'pages')
  await publish(stack.url, published, { chosen })
  const documents = texts(published).filter(([name]) => name.endsWith('.html'))
  const pages = documents.map(([name, text]) => ({ path: `/${name.replace(/\/?index\.html$/, '')}`, text }))
  // Include links of pages that only the browser renders: the account pages can be rendered without a guest.
  const browser = chosen ? [] : await rendered(render, site, stack.url, accounts.map((name) => `/${render.patterns[name]}`))
  const led = new Set([...pages, ...browser].flatMap(({ text }) => [...text.matchAll(/<a [^>]*?href="(\/[^"?#]*)/g)].map((m) => m[1])))
  const others = [...led].filter((path) => !path.includes('.') && !pages.some((page) => page.path === path)) // PDFs are not rendered
  const shells = new Set([...browserPages].map((name) => render.patterns[name].split('/')[0]))
  const isThere = async (path) => (shells.has(path.split('/')[1]) ? (await fetch(stack.url + path)).ok : Boolean(await render.render(path, stack.url)))
  const dead = []
  for (const path of chosen ? [] : others) if (!(await isThere(path))) dead.push(path)
  const home = chosen ? [] : await faultsOfHome(stack.url)
  await stack.stop()
  // Also search the text without tags: a name may be split over elements.
  const files = [...pages, ...browser].flatMap(({ path, text }) => [[`${path}.html`, text], [`${path}.txt`, text.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, '')]])
  return { files: [...texts(site), ...texts(published).filter(([name]) => !name.endsWith('.html')), ...files], markets: render.markets.length, pages, dead, home }
}

if (look) {
  // Runs in a separate process: a brand's bundle caches its requests.
  process.env.NODE_ENV = 'production'
  process.env.BRAND = look
  await Promise.all([buildSite(), buildProgram('server')])
  const all = brands()
  const own = all.find(({ id }) => String(id) === look)
  if (look === '3') {
    const other = { fonts: '', countries: [], burgers: false, restaurant: '' }
    const marks = await marksOf(own, other)
    const { files } = await sentBy(look, ['/', '/company/our-story', '/menu'])
    const missed = marks.filter((m) => !found(marks, files).some((f) => f.text === m.text))
    if (missed.length > 0) fail(`The site of ${own.title} does not show all of its own marks, so that they would be missed elsewhere too: ${JSON.stringify(missed)}`)
    console.log(`• ${own.title} shows all of its own ${marks.length} marks`)
  } else {
    const { files, markets, pages, dead, home } = await sentBy(look)
    const other = { ...own, restaurant: await restaurantOf(own) }
    const marks = await Promise.all(all.filter((brand) => brand !== own).map((brand) => marksOf(brand, other)))
    const told = marks.flatMap((of) => found(of, files))
    const silent = pages.filter(({ text }) => !text.includes(own.title)).map(({ path }) => path)
    if (told.length > 0 || markets !== 1 || silent.length > 0 || dead.length > 0 || home.length > 0 || pages.length < 15)
      fail(`${own.title} has of other brands: ${JSON.stringify(told)}; ${markets} markets; ${pages.length} pages, without its name ${silent}; links to what is not there: ${dead}; faults of its home: ${JSON.stringify(home)}`)
    console.log(`• ${own.title}: ${pages.length} pages, ${files.length} files, no mark of another brand`)
  }
  process.exit(0)
}

/** Returns a random word. */
const word = () => {
  const letter = (of) => of[Math.floor(Math.random() * of.length)]
  const text = Array.from({ length: 3 }, () => letter('bdfgklmnprstvz') + letter('aeiou')).join('')
  return text[0].toUpperCase() + text.slice(1)
}

await prepare({ tools: true })
const copy = mkdtempSync(join(root, '.local', 'brand-')) // inside the project, so that the Node bundle resolves its packages
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
for (const name of ['functions', 'shared', 'infra', 'locales', 'spa', 'go.work', 'go.work.sum', 'package.json', 'package-lock.json', 'cdk.json']) cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const title = `${word()} ${word()}`
const inCopy = { cwd: copy, env: { BRAND: '' } }
const verbs = join(copy, 'infra', 'verbs')
await run(node(), [join(verbs, 'brand.mjs'), 'new', title], inCopy)
await run('go', ['test', './shared/brand'], inCopy)
const { id } = JSON.parse(readFileSync(join(copy, 'shared', 'brand', 'brands', title.toLowerCase().replace(' ', '-'), 'brand.json'), 'utf8'))
const siteTests = (files, of) => tool('vitest', ['run', '--config', 'spa/vitest.config.ts', ...files], of)
await siteTests(['src/brand/brands.test.ts', 'src/features/home/marks.test.tsx'], { cwd: copy, env: { BRAND: String(id) } })
await Promise.all([
  run(node(), [join(verbs, basename(import.meta.filename)), '--look', String(id)], inCopy),
  // Test the marks of the repository's other brands; npm test covers the default brand.
  ...brands().filter((one) => one.id !== 3).map((brand) => siteTests(['src/features/home/marks.test.tsx'], { env: { BRAND: String(brand.id) } })),
])
await run(node(), [import.meta.filename, '--look', '3'])

// A step of npm run test:long: creates a brand with a random name in a copy of the project, publishes its site, and checks that it contains
// no name, address, phone number, colour, font, country, dish or word of another brand, no dead link, and nothing that covers the brand's
// name on the home page. The default brand's own site proves that the marks would be found.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { readArguments } from './arguments.mjs'
import { brands, buildProgram, buildSite, buildPath, fail, filesBelow, node, prepare, root, run, tool } from './build.mjs'
import { testBrowser } from './testRequirements.mjs'
import { publish } from './publish.mjs'
import { startStack } from './stack.mjs'

const { check } = readArguments({
  description: 'Checks that the site of a new brand with a random name shows nothing of another brand.',
  options: { 'check=BRAND': 'checks the site of one brand of this folder: used by this script itself' },
})

const read = (path) => readFileSync(join(root, path), 'utf8')

/** Returns a brand's word for a restaurant. */
const restaurantOf = async ({ folderPath }) => (await import(join(root, 'spa', 'src', 'brand', folderPath, 'words.ts'))).restaurant.one

const literal = (text) => new RegExp(text.replace(/[.*+?()[\]|^$]/g, '\\$&'), 'i')

/** Returns the texts that identify a brand on the site of another one, each with the files that must not have it. */
async function marksOf(brand, other) {
  const colours = read(`spa/src/brand/${brand.folderPath}/colours.css`)
  const menu = JSON.parse(read(brand.id === 3 ? 'infra/seed/menu.json' : `infra/seed/brands/${brand.folderPath}/menu.json`))
  const dishes = menu.sections.filter(({ slug }) => slug === 'burgers').flatMap(({ items }) => menu.items.filter(({ id }) => items.includes(id)))
  const fontFile = brand.fonts === other.fonts ? '' : read(`spa/src/brand/fonts/${brand.fonts}/fonts.css`)
  const restaurant = await restaurantOf(brand)
  const marks = [
    [/./, [brand.title, brand.folderPath, brand.slug, new URL(brand.webUrl).hostname]],
    [/./, Object.values(brand.phones).flatMap((phone) => [phone, phone.slice(-7).replace(/(\d{3})(\d{4})/, '$1-$2')])],
    // Only files that set a page's colours: the yellow also occurs elsewhere, as in cheese.
    [/\.(css|html|svg)$/, ['red', 'yellow'].map((name) => new RegExp(`--${name}: (#\\w+)`).exec(colours)[1])],
    [/\.(css|html|woff2)$/, [...fontFile.matchAll(/url\(([\w-]+)\.woff2\)|font-family: "([^"]+)"/g)].map((m) => m[1] ?? m[2])],
    [/\.(html|svg)$/, [brand.shortTitle.toLowerCase().replaceAll(' ', '-')]], // the name of a dish's drawing or address
    [/\.html$/, brand.countries.includes('ca') && !other.countries.includes('ca') ? ['/ca/fr-ca'] : []],
    // Only rendered text: the locales' sentences, which are in every brand's scripts, contain these names.
    [/\.(html|txt)$/, dishes.map(({ name }) => name.en)],
    [/\.txt$/, [...(restaurant === other.restaurant ? [] : [restaurant]), ...(brand.burgers && !other.burgers ? ['burger'] : [])]],
  ]
  const patterns = marks.flatMap(([where, texts]) => texts.map((text) => ({ where, pattern: literal(text) })))
  return [...patterns, { where: /./, pattern: new RegExp(brand.shortTitle) }]
}

/** Returns the text files of a folder as [name, text]. */
function textFiles(folder) {
  const paths = filesBelow(folder, (path) => /\.(js|css|html|svg|json|webmanifest|txt|xml)$/.test(path))
  return paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')])
}

/** Returns where files have a mark: the first file, and the mark with its surroundings. */
function findMark({ where, pattern }, files) {
  const [name, text] = files.find(([name, text]) => where.test(name) && pattern.test(text)) ?? []
  return name ? [`${name}: ${text.slice(Math.max(0, text.search(pattern) - 40)).slice(0, 100)}`] : []
}

/** Returns the documents of the account pages, and the sizes at which the home page's name is covered or wider than the screen. */
async function checkInBrowser(origin, accounts) {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: testBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
  const faults = []
  for (const [width, height] of [[360, 740], [360, 640], [1280, 800]]) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.goto(origin)
    await page.locator('h1 b').first().waitFor()
    const isShown = await page.evaluate(() => {
      const start = document.querySelector('h2').parentElement.parentElement // the search heading's block
      const words = [...document.querySelectorAll('h1 b')].map((word) => {
        const letters = document.createRange()
        letters.selectNodeContents(word)
        return letters.getBoundingClientRect()
      })
      const { bottom } = document.querySelector('h1 span:last-of-type').getBoundingClientRect()
      return bottom <= start.getBoundingClientRect().top + 1 && words.every(({ left, right }) => left >= 0 && right <= innerWidth)
    })
    if (!isShown) faults.push(`${width} × ${height}`)
  }
  const documents = []
  for (const path of accounts) {
    const page = await browser.newPage()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    documents.push([`${path.slice(1)}.html`, await page.content()])
  }
  await browser.close()
  return { documents, faults }
}

/** Returns all published files of a brand's site, or those of the pages chosen; and the faults of the site. */
async function publishSite(brand, chosen) {
  const stack = await startStack({ env: { BRAND: brand } })
  const folder = join(stack.dataDir, 'pages')
  await publish(stack.url, folder, { chosen })
  const { markets, patterns } = await import(buildPath('render', 'server.js'))
  const files = textFiles(folder)
  const pages = files.filter(([name]) => name.endsWith('.html'))
  const accounts = ['login', 'signup', 'forgotPassword', 'setPassword', 'confirmEmail', 'profile', 'orders', 'rewards'].map((name) => `/${patterns[name]}`)
  const { documents, faults } = chosen ? { documents: [], faults: [] } : await checkInBrowser(stack.url, accounts)
  const html = [...pages, ...documents]
  const links = new Set(html.flatMap(([, text]) => [...text.matchAll(/<a [^>]*?href="(\/[^"?#]*)/g)].map((m) => m[1])))
  for (const path of chosen ? [] : links) if (!(await fetch(stack.url + path)).ok) faults.push(`dead link to ${path}`)
  await stack.stop()
  if (markets.length !== 1) faults.push(`${markets.length} markets`)
  if (pages.length < 15) faults.push(`${pages.length} pages`)
  // Also search the text without tags: a name may be split over elements.
  const withoutTags = html.map(([name, text]) => [`${name}.txt`, text.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, '')])
  return { files: [...textFiles(buildPath('site')), ...files, ...documents, ...withoutTags], pages, faults }
}

if (check) {
  // Runs in a separate process: a brand's bundle caches its requests.
  process.env.NODE_ENV = 'production'
  process.env.BRAND = check
  await Promise.all([buildSite(), buildProgram('server')])
  const all = brands()
  const brand = all.find(({ id }) => String(id) === check)
  if (check === '3') {
    const marks = await marksOf(brand, { fonts: '', countries: [], burgers: false, restaurant: '' })
    const { files } = await publishSite(check, ['/', '/company/our-story', '/menu'])
    const missed = marks.filter((mark) => findMark(mark, files).length === 0).map(({ pattern }) => pattern)
    if (missed.length > 0) fail(`The site of ${brand.title} lacks its own marks, so the check would miss another brand's: ${missed.join(', ')}`)
    console.log(`• ${brand.title} shows all of its own ${marks.length} marks`)
  } else {
    const { files, pages, faults } = await publishSite(check)
    const site = { ...brand, restaurant: await restaurantOf(brand) }
    const marks = await Promise.all(all.filter((one) => one !== brand).map((one) => marksOf(one, site)))
    faults.push(...marks.flat().flatMap((mark) => findMark(mark, files)))
    faults.push(...pages.filter(([, text]) => !text.includes(brand.title)).map(([name]) => `${name} without its name`))
    if (faults.length > 0) fail(`The site of ${brand.title} has faults:\n${faults.join('\n')}`)
    console.log(`• ${brand.title}: ${pages.length} pages, ${files.length} files, no mark of another brand`)
  }
  process.exit(0)
}

/** Returns a random word. */
const randomWord = () => {
  const letter = (letters) => letters[Math.floor(Math.random() * letters.length)]
  const text = Array.from({ length: 3 }, () => letter('bdfgklmnprstvz') + letter('aeiou')).join('')
  return text[0].toUpperCase() + text.slice(1)
}

await prepare({ tools: true })
const copy = mkdtempSync(join(root, '.local', 'brand-')) // inside the project, so that the Node bundle resolves its packages
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const parts = ['functions', 'shared', 'infra', 'locales', 'spa', 'go.work', 'go.work.sum', 'package.json', 'package-lock.json', 'cdk.json']
for (const name of parts) cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const title = `${randomWord()} ${randomWord()}`
const inCopy = { cwd: copy, env: { BRAND: '' } }
const verbs = join(copy, 'infra', 'verbs')
await run(node(), [join(verbs, 'brand.mjs'), 'new', title], inCopy)
await run('go', ['test', './shared/brand'], inCopy)
const { id } = JSON.parse(readFileSync(join(copy, 'shared', 'brand', 'brands', title.toLowerCase().replace(' ', '-'), 'brand.json'), 'utf8'))
const siteTests = (files, options) => tool('vitest', ['run', '--config', 'spa/vitest.config.ts', ...files], options)
await siteTests(['src/brand/brands.test.ts', 'src/features/home/marks.test.tsx'], { cwd: copy, env: { BRAND: String(id) } })
await Promise.all([
  run(node(), [join(verbs, basename(import.meta.filename)), '--check', String(id)], inCopy),
  // Test the marks of the repository's other brands; npm test covers the default brand.
  ...brands().filter((one) => one.id !== 3).map((brand) => siteTests(['src/features/home/marks.test.tsx'], { env: { BRAND: String(brand.id) } })),
])
await run(node(), [import.meta.filename, '--check', '3'])

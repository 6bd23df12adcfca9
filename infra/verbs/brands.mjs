// A part of npm run test:long: builds the site of brand 1, renders its pages from what the API says of it, and finds no name, address, phone
// number, colour, country or dish of brand 3 in any of it, and no link to what is not there. That it would find them is shown by brand 3's own site.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { checkMachine, fail, node, prepare, root, run, tool } from './build.mjs'
import { drawings, drawn } from './drawn.mjs'
import { pagesOf, rendered as browserPages } from './pages.mjs'
import { startStack } from './stack.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const recordOf = (folder) => JSON.parse(read(`shared/brand/brands/${folder}/brand.json`))
const first = recordOf('big-deal-burger')

/** What gives the first brand away, by what it is; colours where a page takes them from, for cheese is yellow everywhere. */
const marks = [
  ...['title', 'shortTitle', 'folderPath', 'slug'].map((name) => ({ what: name, text: first[name] })),
  { what: 'address', text: new URL(first.webUrl).hostname },
  ...Object.values(first.phones).flatMap((phone) => [phone, phone.slice(-7).replace(/(\d{3})(\d{4})/, '$1-$2')].map((text) => ({ what: 'phone', text }))),
  ...['red', 'yellow'].map((name) => ({ what: 'colour', text: new RegExp(`--${name}: (#\\w+)`).exec(read('spa/src/brand/big-deal-burger/colours.css'))[1], in: /\.(css|html|svg)$/ })),
  { what: 'dish', text: 'big-deal', in: /\.(html|svg)$/ }, // as its drawing or its address would be called
  { what: 'country', text: '/ca/fr-ca', in: /\.html$/ },
  // The sentences of the locales, which are in the script of every brand, name them too.
  ...['Little Deal', 'The Original ’41', 'The Whole Hog'].map((text) => ({ what: 'dish', text, in: /\.(html|txt)$/ })),
]

/** Every text file of a folder, as [name, text]. */
function texts(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.(js|css|html|svg|json|webmanifest|txt)$/.test(e.name))
    .map((e) => join(e.parentPath, e.name))
    .map((path) => [relative(folder, path), readFileSync(path, 'utf8')])
}

/** Which marks are in which files, each once. */
const found = (files) =>
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

/** Everything that a guest of the brand is sent, from a build and a server of it: all of its pages, or those chosen. */
async function sentBy(brandID, folder, site, chosen) {
  const stack = await startStack({ env: { BRAND: brandID, SITE: site } })
  const render = await import(join(folder, 'render', 'server.js'))
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

if (process.argv[2]) {
  // In a process of its own: the bundle of a brand keeps what it has asked.
  const [, , brandID, folder, site] = process.argv
  process.env.NODE_ENV = 'production'
  const { files, markets, pages, dead } = await sentBy(brandID, folder, site, brandID === '3' ? ['/', '/company/our-story', '/menu'] : undefined)
  const own = recordOf(brandID === '1' ? 'harbor-light-grill' : 'big-deal-burger')
  const silent = pages.filter(({ text }) => !text.includes(own.title))
  const told = found(files)
  if (brandID === '1' && (told.length > 0 || markets !== 1 || silent.length > 0 || dead.length > 0 || pages.length < 15)) fail(`Brand 1 has of brand 3: ${JSON.stringify(told)}; ${markets} markets; ${pages.length} pages, ${silent.length} without its name; links to what is not there: ${dead}`)
  if (brandID === '3' && told.length !== marks.length) fail(`Brand 3's own site shows ${told.length} of ${marks.length} marks: the rest would be missed elsewhere too: ${JSON.stringify(marks.filter((m) => !told.some((t) => t.text === m.text)))}`)
  console.log(`• Brand ${brandID}: ${pages.length} pages, ${files.length} files, ${told.length} marks of brand 3`)
  process.exit(0)
}

checkMachine()
await prepare()
const dir = mkdtempSync(join(root, '.local', 'brand-')) // within the project, whose packages the bundle for Node imports
const env = { BRAND: '1', BUILD_DIR: dir }
const build = (...more) => tool('vite', ['build', '--config', 'spa/vite.config.ts', '--logLevel', 'error', ...more], { env })
await build()
await build('--ssr', 'src/server.tsx')
await run(node(), [import.meta.filename, '1', dir, join(dir, 'site')])
await run(node(), [import.meta.filename, '3', join(root, '.local', 'build'), join(root, 'spa', 'dist')])
rmSync(dir, { recursive: true, force: true })

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentOf } from './document'
import type { PublishedState } from './publishedState'

const shell = `<!doctype html><html lang="en"><head>
<meta http-equiv="Content-Security-Policy" content="style-src-elem 'self' 'sha256-site'" /><title>Brand</title>
<script src="/assets/boot-1.js" data-ahead='[]'></script>
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor-1.js">
<style>a{top:0}</style><link rel="stylesheet" href="/assets/site-1.css" disabled></head><body><div id="root"></div></body></html>`

const sheet = (href: string, text: string) => ({
  href,
  text,
  name: `sha256-${createHash('sha256').update(text).digest('base64')}`,
})
const styles = [sheet('/assets/menu-1.css', 'a{color:$&}'), sheet('/assets/map-1.css', 'b{top:0}')]
const page = { head: '', body: '<h1>Menu</h1>', lang: 'fr-CA', state: { path: '/menu' } as PublishedState }

test('a page inlines its styles after the shell’s, with their hashes in the CSP, and requests none', () => {
  const html = documentOf(shell, page, { styles, scripts: ['/assets/menu-1.js'], drawings: '' })
  const read = Object.assign(document.createElement('template'), { innerHTML: html }).content
  const carried = [...read.querySelectorAll('style')].map((style) => style.textContent)
  expect(carried).toEqual(['a{top:0}', ...styles.map(({ text }) => text)])
  const links = [...read.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  expect(links.map((link) => [link.getAttribute('href'), link.hasAttribute('disabled')])).toEqual(
    ['/assets/site-1.css', ...styles.map(({ href }) => href)].map((href) => [href, true]),
  )
  expect(read.querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
    `style-src-elem 'self' 'sha256-site' ${styles.map(({ name }) => `'${name}'`).join(' ')}`,
  )
  const boot = read.querySelector<HTMLScriptElement>('script[src="/assets/boot-1.js"]')!
  expect(boot.async).toBe(true)
  expect(JSON.parse(boot.dataset.code!)).toEqual([
    '/assets/vendor-1.js',
    '/assets/menu-1.js',
    '/assets/index-1.js',
  ])
})

test('the shell of a market has no other style sheet, and the CSP allows no other', () => {
  const state = {} as PublishedState
  const html = documentOf(shell, { ...page, body: '', state }, { styles: [], scripts: [], drawings: '' })
  expect(html.match(/<style>/g)).toHaveLength(1)
  expect(html).toContain(`content="style-src-elem 'self' 'sha256-site'"`)
  expect(html).not.toContain(' async')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { brand, buildSettings } from '../brand/brand.ts'
import { colourOf, coloursOf } from '../brand/colours.ts'
import { drawBurger, readDrawing } from '../food/drawFood.ts'

const { folderPath, themeColor } = buildSettings

const folder = join(import.meta.dirname, '../brand', folderPath)
const readOwn = (file: string) => readFileSync(join(folder, file), 'utf8')
const svgBody = (file: string) => readDrawing(join(folder, file)).body

/** Returns a colour of the brand by role, in the light theme. */
const colour = (role: string) => colourOf(coloursOf(folderPath), role)

/** Maskable icon with a full background: phones crop it to a shape that contains the middle 80 %. */
const masked = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="${colour('red')}" d="M0 0h40v40H0z"/><svg x="4" y="4" width="32" height="32" viewBox="0 0 32 32">${svgBody('icon.svg')}</svg></svg>`

/** Draws the logo and the brand's food on its counter, side by side or stacked. */
function poster({ width, height }: { width: number; height: number }): string {
  const food = drawBurger([
    'heel',
    'lettuce',
    'tomato',
    'patty',
    'cheese',
    'patty-2',
    'cheese-2',
    'onions',
    'pickles',
    'crown',
  ])
  const mark = svgBody('logo.svg')
    .replaceAll('currentColor', colour('yellow'))
    .replaceAll('var(--logo-gap, var(--red))', colour('red'))
  const tall = height > width
  // Position of the food; the logo takes the rest.
  const x = tall ? 0 : Math.round(width * 0.55)
  const y = tall ? Math.round(height * 0.4) : 0
  const [left, above] = [(tall ? width : x) - 520, (tall ? y : height) - 297].map((rest) => rest / 2)
  const shelf = height - 40
  const scale = (width - x) / 540
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path fill="${colour('red')}" d="M0 0h${width}v${height}H0z"/><path fill="${colour('stage')}" d="M${x} ${y}H${width}v${height}H${x}z"/><path fill="${colour('shelf')}" d="M${x} ${shelf}H${width}v40H${x}z"/><svg x="${left}" y="${above}" width="520" height="297" viewBox="0 0 147 84">${mark}</svg><g transform="translate(${x + 30 * scale} ${shelf - food.height * scale})scale(${scale})">${food.body}</g></svg>`
}

const png = (svg: string, width: number) =>
  sharp(Buffer.from(svg), { density: 600 }).resize(width).png({ compressionLevel: 9 }).toBuffer()

const icons = [
  { src: '/icons/192.png', size: 192, drawn: () => readOwn('icon.svg') },
  { src: '/icons/512.png', size: 512, drawn: () => readOwn('icon.svg') },
  { src: '/icons/maskable.png', size: 512, drawn: masked, purpose: 'maskable' },
  // Apple ignores the manifest's icons, and only rounds the corners.
  { src: '/icons/apple.png', size: 180, drawn: masked },
]

/** Screenshots of the installation dialog. They are drawn, so that they never show an old version. */
const screenshots = [
  { src: '/icons/narrow.png', width: 720, height: 1280, form_factor: 'narrow' },
  { src: '/icons/wide.png', width: 1280, height: 720, form_factor: 'wide' },
]

/** Builds the web app manifest, its icons, the Open Graph image and the installation screenshots from the brand's files. */
export function webAppManifest(): Plugin {
  return {
    name: 'web-app-manifest',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icons/apple.png' }, injectTo: 'head' },
      ],
    },
    async generateBundle() {
      const emit = (path: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: path.slice(1), source })
      for (const { src, size, drawn } of icons) emit(src, await png(drawn(), size))
      emit(brand.ogImage.url, await png(poster(brand.ogImage), brand.ogImage.width))
      for (const one of screenshots) emit(one.src, await png(poster(one), one.width))
      const manifest = {
        id: '/',
        name: brand.name,
        short_name: brand.shortName,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: themeColor,
        background_color: colour('paper'),
        icons: icons.slice(0, 3).map(({ src, size, purpose }) => ({
          src,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose: purpose ?? 'any',
        })),
        screenshots: screenshots.map(({ src, width, height, form_factor }) => ({
          src,
          sizes: `${width}x${height}`,
          type: 'image/png',
          form_factor,
          label: brand.name,
        })),
      }
      emit('/manifest.webmanifest', JSON.stringify(manifest))
    },
  }
}

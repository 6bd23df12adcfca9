import { pictures } from 'virtual:pictures'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Picture } from './Picture'

const blur = 'data:image/webp;base64,AAAA'
const entries = pictures as Record<string, unknown>
const before = { ...entries }
// Test files share modules, so vi.mock has no effect on a module that is already loaded.
beforeEach(
  () =>
    void Object.assign(entries, {
      'scenes/pit.jpg': [3840, 1440, blur, '0123456789abcdef'],
      'team/june.jpg': [900, 600, blur, 'fedcba9876543210'],
      'cut.png': [64, 64, '', '00112233aabbccdd'],
      'late.jpg': [900, 600, ''],
    }),
)
afterEach(() => {
  for (const name of Object.keys(entries)) delete entries[name]
  Object.assign(entries, before)
})

// The picture is still loading.
const complete = () => vi.spyOn(HTMLImageElement.prototype, 'complete', 'get')
beforeEach(() => void complete().mockReturnValue(false))

/** Mocks IntersectionObserver; `arrive` reports the element as near. */
function mockIntersection() {
  let notify: IntersectionObserverCallback = () => {}
  let margin: string | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit) {
        notify = callback
        margin = options.rootMargin
      }
      observe() {}
      disconnect() {}
    },
  )
  const arrive = (isIntersecting: boolean) =>
    act(() => notify([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver))
  return { arrive, margin: () => margin }
}

test('a priority picture is preloaded in the widths up to its own', () => {
  const html = renderToString(<Picture path="team/june.jpg" sizes="50vw" alt="June" priority />)
  const [preload = '', image = ''] = [/<link[^>]*>/, /<img[^>]*>/].map((tag) => tag.exec(html)?.[0])
  const set = (format: string) =>
    [128, 256, 384, 512, 640, 750, 828, 900]
      .map((width) => `/pictures/team/june-fedcba9876543210-${width}.${format} ${width}w`)
      .join(', ')
  expect(html.match(/<source[^>]*>/g)).toEqual(
    ['avif', 'webp'].map((format) => `<source type="image/${format}" srcSet="${set(format)}" sizes="50vw"/>`),
  )
  expect(html.match(/<link/g)).toHaveLength(1)
  expect(html.indexOf(preload)).toBe(0) // elements before the first one go to the head of a prerendered page
  for (const attribute of [
    'rel="preload" as="image"',
    'imageSizes="50vw"',
    'type="image/avif"',
    'fetchPriority="high"',
  ])
    expect(preload).toContain(attribute)
  expect(preload).toContain(`imageSrcSet="${set('avif')}"`)
  expect(image).toContain('src="/image?url=/pictures/team/june.jpg&amp;w=1080&amp;q=75"')
  expect(image).toContain('width="900" height="600"')
  expect(image).toContain('fetchPriority="high"')
  expect(html).toContain(`--shape:900 / 600;background-image:url(${blur})`)
})

test('a picture without built widths uses /image', () => {
  const html = renderToString(<Picture path="late.jpg" sizes="50vw" alt="The grill" priority />)
  const [preload = '', image = ''] = [/<link[^>]*>/, /<img[^>]*>/].map((tag) => tag.exec(html)?.[0])
  expect(html).not.toContain('<source')
  expect(preload).toMatch(/rel="preload" as="image".*fetchPriority="high".*imageSrcSet=.*imageSizes="50vw"/)
  const candidates = /srcSet="([^"]*)"/.exec(image)![1]!.replaceAll('&amp;', '&').split(', ')
  const candidate = (w: number, wide = w) => `/image?url=/pictures/late.jpg&w=${w}&q=75 ${wide}w`
  expect(candidates).toEqual([
    ...[128, 256, 384, 512, 640, 750, 828].map((w) => candidate(w)),
    candidate(1080, 900),
  ])
})

test('other pictures load 200 px from the viewport, with size, preview and alt text before', () => {
  const { arrive, margin } = mockIntersection()
  const { container } = render(<Picture path="scenes/pit.jpg" sizes="100vw" alt="The pit" />)
  const preview = screen.getByRole('img', { name: 'The pit' })
  expect(preview.style.getPropertyValue('--shape')).toBe('3840 / 1440')
  expect(preview.style.backgroundImage).toContain(blur)
  expect(container.querySelector('picture')).toBeNull()
  expect(margin()).toBe('200px')
  arrive(false)
  expect(container.querySelector('picture')).toBeNull()
  arrive(true)
  const image = screen.getByRole('img', { name: 'The pit' }) as HTMLImageElement
  expect(image.tagName).toBe('IMG')
  expect(container.querySelector('source')!.srcset).toMatch(/-0123456789abcdef-3840\.avif 3840w$/)
})

test('without JavaScript the picture shows', () => {
  const html = renderToString(<Picture path="scenes/pit.jpg" sizes="100vw" alt="The pit" />)
  expect(html).toMatch(
    /<noscript><picture><source.*<img src="[^"]*w=1200&amp;q=75"[^>]*width="3840" height="1440" alt="The pit"/,
  )
  expect(html).not.toContain('preload')
})

test('a failed picture falls back to /image, then to a plate with its alt text', () => {
  const { container } = render(<Picture path="scenes/pit.jpg" sizes="100vw" alt="The pit" priority />)
  expect(container.querySelector('source')).not.toBeNull()
  fireEvent.error(screen.getByRole('img', { name: 'The pit' }))
  expect([container.querySelector('source'), container.querySelector('svg')]).toEqual([null, null])
  expect((screen.getByRole('img', { name: 'The pit' }) as HTMLImageElement).srcset).toMatch(
    /^\/image\?.* 3840w$/,
  )
  fireEvent.error(screen.getByRole('img', { name: 'The pit' }))
  expect(container.querySelector('img')).toBeNull()
  const plate = screen.getByRole('img', { name: 'The pit' })
  expect([plate.tagName, plate.getAttribute('width'), plate.getAttribute('height')]).toEqual([
    'svg',
    '800',
    '800',
  ])
  expect(container.querySelector('div')!.style.getPropertyValue('--shape')).toBe('3840 / 1440')
})

test('a picture that failed before hydration falls back too', () => {
  complete().mockReturnValue(true)
  vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockReturnValue('/pictures/gone.avif')
  render(<Picture path="scenes/pit.jpg" sizes="100vw" alt="The pit" priority />)
  expect(screen.getByRole('img', { name: 'The pit' }).tagName).toBe('svg')
})

test('a picture added after the build reserves a square until it loads', () => {
  const { container } = render(<Picture path="story/new.jpg" sizes="100vw" alt="New" priority />)
  const image = screen.getByRole('img', { name: 'New' }) as HTMLImageElement
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['800', '800'])
  expect(image.srcset).toMatch(/w=3840&q=75 3840w$/)
  expect(container.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true')
})

test('an invalid name is not requested', () => {
  const { container } = render(<Picture path="story/first-stand" sizes="100vw" alt="The stand" priority />)
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('img', { name: 'The stand' }).tagName).toBe('svg')
})

test('a transparent picture has no background', () => {
  const html = renderToString(<Picture path="cut.png" sizes="100vw" alt="" priority />)
  expect(html).not.toContain('background-image')
  expect(html).toContain('alt=""')
})

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../renderAt'
import { DrawnMap } from './DrawnMap'
import { project } from './mercator'

const marks = [
  { id: 'a', number: 1, label: 'Brookside', at: project({ latitude: 36.1145, longitude: -95.9756 }) },
  { id: 'b', number: 2, label: 'Muskogee', at: project({ latitude: 35.7479, longitude: -95.3697 }) },
]

const onPick = vi.fn()
const onSearch = vi.fn()

/** A 400 × 300 pixel map; jsdom has no layout. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  HTMLElement.prototype.setPointerCapture = () => {}
  renderAt('/', <DrawnMap label="Map of the results" marks={marks} onPick={onPick} onSearch={onSearch} />)
})

const map = () => screen.getByRole('application')
/** Returns the position of a pin in pixels. */
const at = (name: string) => {
  const { left, top } = screen.getByTitle(name).style
  return { x: Number.parseFloat(left) * 4, y: Number.parseFloat(top) * 3 }
}
/** Returns how far the pins have moved; all move alike. */
const moved = (from: { x: number; y: number }, name = 'Brookside') => ({
  x: Math.round(at(name).x - from.x),
  y: Math.round(at(name).y - from.y),
})

const mouse = { pointerType: 'mouse', button: 0, buttons: 1, pointerId: 1 }

test('the mouse drags the map, and a drag that ends on a pin does not press it', () => {
  const before = at('Brookside')
  const pin = screen.getByTitle('Brookside')
  fireEvent.pointerDown(pin, { ...mouse, clientX: 100, clientY: 100 })
  fireEvent.pointerMove(map(), { ...mouse, clientX: 120, clientY: 90 })
  fireEvent.pointerMove(map(), { ...mouse, clientX: 150, clientY: 120 })
  fireEvent.click(pin, { clientX: 150, clientY: 120 })
  expect(moved(before)).toEqual({ x: 50, y: 20 })
  expect(onPick).not.toHaveBeenCalled()
  fireEvent.pointerDown(pin, { ...mouse, clientX: 150, clientY: 120 })
  fireEvent.click(pin, { clientX: 150, clientY: 120 })
  expect(onPick).toHaveBeenCalledWith('a')
})

test('one finger scrolls the page; two fingers move and zoom the map', () => {
  const before = at('Brookside')
  const touch = (clientX: number, clientY: number) => ({ clientX, clientY })
  fireEvent.touchStart(map(), { touches: [touch(100, 100)] })
  expect(fireEvent.touchMove(map(), { touches: [touch(140, 100)] })).toBe(true)
  expect(moved(before)).toEqual({ x: 0, y: 0 })

  fireEvent.touchStart(map(), { touches: [touch(100, 100), touch(200, 100)] })
  expect(fireEvent.touchMove(map(), { touches: [touch(130, 110), touch(230, 110)] })).toBe(false)
  expect(moved(before)).toEqual({ x: 30, y: 10 })
  const distance = at('Muskogee').x - at('Brookside').x
  fireEvent.touchMove(map(), { touches: [touch(155, 110), touch(205, 110)] })
  fireEvent.touchEnd(map(), { touches: [] })
  expect((at('Muskogee').x - at('Brookside').x) / distance).toBeCloseTo(0.5, 1)
})

test('the arrow keys move the map, plus and minus zoom it', () => {
  const before = at('Muskogee')
  expect(map().tabIndex).toBe(0)
  fireEvent.keyDown(map(), { key: 'ArrowRight' })
  fireEvent.keyDown(map(), { key: 'ArrowDown' })
  expect(moved(before, 'Muskogee')).toEqual({ x: -80, y: -60 })
  fireEvent.keyDown(map(), { key: 'ArrowLeft' })
  fireEvent.keyDown(map(), { key: 'ArrowUp' })
  expect(moved(before, 'Muskogee')).toEqual({ x: 0, y: 0 })
  const distance = at('Muskogee').x - at('Brookside').x
  fireEvent.keyDown(map(), { key: '-' })
  expect((at('Muskogee').x - at('Brookside').x) / distance).toBeCloseTo(0.5, 1)
  // Tab is not handled by the map.
  expect(fireEvent.keyDown(map(), { key: 'Tab' })).toBe(true)
})

test('a press centres the map, and "Show all" resets it', () => {
  const before = at('Muskogee')
  fireEvent.click(map(), { clientX: 300, clientY: 150 })
  expect(moved(before, 'Muskogee')).toEqual({ x: -100, y: 0 })
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(moved(before, 'Muskogee')).toEqual({ x: 0, y: 0 })
})

test('the wheel scrolls the page; with Ctrl it zooms the map', () => {
  const distance = () => at('Muskogee').x - at('Brookside').x
  const before = distance()
  const turn = (ctrlKey: boolean) => {
    const event = new Event('wheel', { bubbles: true, cancelable: true })
    return fireEvent(map(), Object.assign(event, { deltaY: 200, ctrlKey, clientX: 200, clientY: 150 }))
  }
  expect(turn(false)).toBe(true)
  expect(distance()).toBe(before)
  expect(turn(true)).toBe(false)
  expect(distance() / before).toBeCloseTo(0.5, 1)
})

test('a moved map offers to search around its middle until it is reset', () => {
  const button = () => screen.queryByRole('button', { name: 'Search here' })
  expect(button()).toBeNull()
  const west = at('Brookside').x
  fireEvent.keyDown(map(), { key: 'ArrowLeft' })
  const east = at('Brookside').x
  expect(east).toBeGreaterThan(west)
  fireEvent.click(button()!)
  const [{ latitude, longitude }] = onSearch.mock.lastCall!
  // Between the two in latitude, west of both.
  expect(latitude).toBeCloseTo(35.93, 1)
  expect(longitude).toBeLessThan(-95.7)
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(button()).toBeNull()
})

test('the regions of a country are links, and a covered pin shows only after zooming in', () => {
  cleanup()
  const region = (code: string, path: string) => ({ code, path, at: [100, 100] as const })
  const mark = (id: string, number: number, at: readonly [number, number]) => ({
    id,
    label: id,
    number,
    at,
    path: `/locations/${id}`,
  })
  renderAt(
    '/',
    <DrawnMap
      label="Locations"
      plate={{ width: 400, height: 300 }}
      regions={[region('TX', 'M0 0l9 9z'), region('OK', 'M9 9l9 9z'), region('ND', 'M0 9l9 9z')]}
      marks={[mark('TX', 80, [200, 150]), mark('OK', 40, [210, 155])]}
    />,
  )
  const links = () => screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
  expect(links()).toEqual(['/locations/TX', '/locations/OK', '/locations/TX'])
  fireEvent.click(screen.getByRole('button', { name: 'Farther away' }))
  expect(links()).toHaveLength(3)
  for (let i = 0; i < 2; i++) fireEvent.click(screen.getByRole('button', { name: 'Closer' }))
  expect(links()).toHaveLength(4)
})

test('at a large text size a pin that would cover another one becomes a dot', () => {
  fireEvent.keyDown(map(), { key: '-' })
  expect(screen.getByTitle('Muskogee').textContent).toBe('2')
  document.documentElement.style.fontSize = '96px'
  try {
    fireEvent.keyDown(map(), { key: '-' })
    expect(screen.getByTitle('Muskogee').textContent).toBe('')
    expect(screen.getByTitle('Brookside').textContent).toBe('1')
  } finally {
    document.documentElement.style.fontSize = ''
  }
})

test('locations of one state need one file, until the map is moved', async () => {
  cleanup()
  const counties = () => map().querySelectorAll('[class*=counties] path').length
  const inOklahoma = marks.map((mark) => ({ ...mark, state: 'OK' }))
  renderAt('/', <DrawnMap label="Map of the results" marks={inOklahoma} />)
  act(() => void fireEvent.pointerDown(document.body))
  await waitFor(() => expect(counties()).toBe(2)) // Oklahoma, and around it
  fireEvent.keyDown(map(), { key: '-' })
  fireEvent.keyDown(map(), { key: '-' })
  await waitFor(() => expect(counties()).toBeGreaterThan(3))
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(counties()).toBe(2))
})

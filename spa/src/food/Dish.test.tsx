import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dishes, sheets } from 'virtual:drawings'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Dish } from './Dish'
import { placeLayers } from './stack'
import stack from './stack.json'

const sheet = (name: string) => decodeURIComponent(sheets[name]!.replace('data:image/svg+xml,', ''))

test('a picture reserves its space before it loads', () => {
  render(<Dish picture="dishes/pit-fries" label="Pit fries" />)
  const picture = screen.getByRole('img', { name: 'Pit fries' })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['320', '226'])
  expect(picture.querySelector('use')?.getAttribute('href')).toBe('#dish-pit-fries')
})

test('a burger is drawn from its layers', () => {
  render(<Dish layers={placeLayers(['heel', 'patty', 'crown'])} label="Plain" />)
  expect(screen.getByRole('img', { name: 'Plain' }).querySelectorAll('use')).toHaveLength(3)
})

test('an unknown picture leaves an empty plate', () => {
  const { container } = render(<Dish picture="dishes/moon-pie" />)
  expect(container.querySelector('svg')).toBeNull()
})

test('every dish of the seed menu has its own drawing', () => {
  const menu: { items: { id: string; picture?: string; stack?: { layer: string }[] }[] } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../infra/seed/menu.json'), 'utf8'),
  )
  const layers = sheet('layers')
  const bodies = new Set<string>()
  for (const { id, picture, stack: rows } of menu.items) {
    for (const { layer } of rows ?? []) expect(layers, `${id}: ${layer}`).toContain(`<g id="layer-${layer}">`)
    if (!picture) continue
    const slug = picture.replace('dishes/', '')
    const [name] = dishes[slug] ?? []
    expect(name, id).toBeDefined()
    const body = sheet(name!).split(`<g id="dish-${slug}">`)[1]?.split('</g><g id="dish-')[0]
    expect(bodies.has(body!), id).toBe(false)
    bodies.add(body!)
  }
  for (const layer of Object.keys(stack)) expect(layers).toContain(`<g id="layer-${layer}">`)
})

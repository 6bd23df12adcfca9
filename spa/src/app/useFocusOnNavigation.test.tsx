import { act, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useFocusOnNavigation } from './useFocusOnNavigation'

let arrive: () => void

function Shell() {
  useFocusOnNavigation()
  return (
    <main>
      <Outlet />
    </main>
  )
}

/** A page that replaces its heading element once loaded. */
function Page({ before }: { before: ReactNode }) {
  const [ready, setReady] = useState(false)
  arrive = () => setReady(true)
  return ready ? (
    <section>
      <h1>Here</h1>
      <button type="button">Go on</button>
    </section>
  ) : (
    before
  )
}

/** A page with a field that is used as soon as the page can be used. */
function Form() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <h1>Form</h1>
      <input ref={field} />
    </>
  )
}

function open(path = '/page') {
  const router = createMemoryRouter([
    {
      Component: Shell,
      children: [
        { path: '/', element: <h1>Home</h1> },
        { path: '/page', element: <Page before={<h1>Loading</h1>} /> },
        { path: '/bare', element: <Page before={<p>Loading</p>} /> },
        { path: '/form', element: <Form /> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  return act(() => router.navigate(path))
}

test('the focus moves to the heading, also when a skeleton’s heading is replaced', async () => {
  await open()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Loading' }))
  act(() => arrive())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Here' })))
})

test('a heading that renders later gets the focus', async () => {
  await open('/bare')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  act(() => arrive())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Here' })))
})

test('the focus does not move after the guest acts', async () => {
  await open()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  act(() => arrive())
  await Promise.resolve()
  expect(document.activeElement).not.toBe(screen.getByRole('heading', { name: 'Here' }))
})

test('a field that is used at once keeps the focus', async () => {
  await open('/form')
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Modal } from './Modal'

// The test's document has no layout: everything in it is as good as visible.
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function Page({ closable }: { closable?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title="START YOUR ORDER" closable={closable}>
        <button type="button">First</button>
        <button type="button">Last</button>
      </Modal>
    </>
  )
}

function openIt(closable?: boolean) {
  render(<Page closable={closable} />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  pass(100)
  return { opener, dialog: document.querySelector('dialog')! }
}

test('opens with its title as its name and the focus inside, and locks the page', () => {
  const { dialog } = openIt()
  expect(dialog.open).toBe(true)
  expect(screen.getByRole('dialog', { name: 'START YOUR ORDER' })).toBe(dialog)
  expect(dialog.contains(document.activeElement)).toBe(true)
  expect(document.documentElement.style.overflow).toBe('hidden')
})

test('closing fades for 300 ms, frees the page and gives the focus back 100 ms later', () => {
  const { opener, dialog } = openIt()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  pass(299)
  expect(dialog.open).toBe(true)
  pass(1)
  expect(dialog.open).toBe(false)
  expect(document.documentElement.style.overflow).toBe('')
  pass(100)
  expect(document.activeElement).toBe(opener)
})

test.each([
  ['Escape', (dialog: Element) => fireEvent(dialog, new Event('cancel', { cancelable: true }))],
  ['a click beside it', (dialog: Element) => fireEvent.click(dialog)],
])('%s closes it only when it may be closed', (_, leave) => {
  const first = openIt()
  leave(first.dialog)
  pass(300)
  expect(first.dialog.open).toBe(false)

  document.body.replaceChildren()
  const second = openIt(false)
  leave(second.dialog)
  pass(300)
  expect(second.dialog.open).toBe(true)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

test('a click inside stays', () => {
  const { dialog } = openIt()
  fireEvent.click(screen.getByRole('button', { name: 'First' }))
  pass(300)
  expect(dialog.open).toBe(true)
})

test('Tab goes round inside', () => {
  const { dialog } = openIt()
  screen.getByRole('button', { name: 'Last' }).focus()
  fireEvent.keyDown(dialog, { key: 'Tab' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(dialog, { key: 'Tab', shiftKey: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Last' }))
})

test('opening again while it fades keeps it open', () => {
  const { opener, dialog } = openIt()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  pass(100)
  fireEvent.click(opener)
  pass(1000)
  expect(dialog.open).toBe(true)
})

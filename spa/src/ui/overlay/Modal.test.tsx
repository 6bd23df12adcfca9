import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Modal } from './Modal'

// happy-dom has no layout: treat everything as visible.
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
})
const passTime = (ms: number) => act(() => vi.advanceTimersByTime(ms))

/** With `once` the button that opens the dialog is removed after its use. */
function Page({ closable, once }: { closable?: boolean; once?: boolean }) {
  const [open, setOpen] = useState(false)
  const [closed, setClosed] = useState(false)
  const close = () => {
    setOpen(false)
    setClosed(true)
  }
  return (
    <>
      <main>
        <h1>Page</h1>
        {!(once && closed) && (
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        )}
      </main>
      <Modal open={open} onClose={close} title="START YOUR ORDER" closable={closable}>
        <button type="button">First</button>
        <button type="button">Last</button>
      </Modal>
    </>
  )
}

function openModal(closable?: boolean, once?: boolean) {
  render(<Page closable={closable} once={once} />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  passTime(100)
  return { opener, dialog: document.querySelector('dialog')! }
}

test('opens with its title as name and the focus inside, and locks scrolling', () => {
  const { dialog } = openModal()
  expect(dialog.open).toBe(true)
  expect(screen.getByRole('dialog', { name: 'START YOUR ORDER' })).toBe(dialog)
  expect(dialog.contains(document.activeElement)).toBe(true)
  expect(document.documentElement.style.overflow).toBe('hidden')
})

test('closing fades for 300 ms, unlocks scrolling, and returns the focus 100 ms later', () => {
  const { opener, dialog } = openModal()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  passTime(299)
  expect(dialog.open).toBe(true)
  passTime(1)
  expect(dialog.open).toBe(false)
  expect(document.documentElement.style.overflow).toBe('')
  passTime(100)
  expect(document.activeElement).toBe(opener)
})

test('the focus goes to the h1 if the opener was removed', () => {
  openModal(true, true)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  passTime(300)
  passTime(100)
  expect(document.activeElement?.textContent).toBe('Page')
})

test.each([
  ['Escape', (dialog: Element) => fireEvent(dialog, new Event('cancel', { cancelable: true }))],
  ['a click beside it', (dialog: Element) => fireEvent.click(dialog)],
])('%s closes only a closable dialog', (_, leave) => {
  const first = openModal()
  leave(first.dialog)
  passTime(300)
  expect(first.dialog.open).toBe(false)

  document.body.replaceChildren()
  const second = openModal(false)
  leave(second.dialog)
  passTime(300)
  expect(second.dialog.open).toBe(true)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

test('a click inside keeps it open', () => {
  const { dialog } = openModal()
  fireEvent.click(screen.getByRole('button', { name: 'First' }))
  passTime(300)
  expect(dialog.open).toBe(true)
})

test('Tab wraps inside', () => {
  const { dialog } = openModal()
  screen.getByRole('button', { name: 'Last' }).focus()
  fireEvent.keyDown(dialog, { key: 'Tab' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(dialog, { key: 'Tab', shiftKey: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Last' }))
})

test('opening again while it fades keeps it open', () => {
  const { opener, dialog } = openModal()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  passTime(100)
  fireEvent.click(opener)
  passTime(1000)
  expect(dialog.open).toBe(true)
})

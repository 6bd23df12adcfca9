import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lineFixture } from '../../../basket/fixtures'
import { RemovedRow } from './RemovedRow'

const onEnd = vi.fn()
const onUndo = vi.fn()
const row = () => render(<RemovedRow line={lineFixture()} onUndo={onUndo} onEnd={onEnd} />)
const undo = () => screen.getByRole('button', { name: 'Undo: keep The Big Deal' })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
})

test('a line can be put back for five seconds', () => {
  document.body.innerHTML = '<button>elsewhere</button>'
  document.querySelector('button')!.focus()
  row()
  expect(document.activeElement?.textContent).toBe('elsewhere')
  pass(4999)
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('the focus moves from Remove to Undo, which pauses the timer', () => {
  row()
  expect(document.activeElement).toBe(undo())
  pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  fireEvent.blur(undo())
  pass(5000)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('pointer and focus each pause the timer', () => {
  row()
  const place = undo().closest('li')!
  fireEvent.pointerEnter(place)
  fireEvent.blur(undo())
  pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  fireEvent.pointerLeave(place)
  pass(5000)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('Undo restores the line once', () => {
  row()
  fireEvent.click(undo())
  fireEvent.click(undo())
  expect(onUndo).toHaveBeenCalledOnce()
})

import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { hasObjection } from '../../market/privacy'
import { renderAt } from '../../renderAt'
import { ObjectButton } from './ObjectButton'

afterEach(() => void Reflect.deleteProperty(Navigator.prototype, 'globalPrivacyControl'))

const button = () => screen.queryByRole('button', { name: 'Do not sell or share' })

test('the button objects at once, without the network, also after an earlier consent, and the next visit shows it', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the answer of an earlier visit
  document.cookie = 'cookieConsent=accepted; path=/'
  const calls = vi.fn()
  vi.stubGlobal('fetch', calls)
  renderAt('/', <ObjectButton />)
  expect(screen.getByText('Off in this browser')).toBeDefined()
  fireEvent.click(button()!)
  expect(hasObjection()).toBe(true)
  expect(document.cookie).toContain('cookieConsent=refused')
  const state = screen.getByText('On in this browser')
  expect(document.activeElement).toBe(state)
  expect(button()).toBeNull()
  cleanup()
  renderAt('/', <ObjectButton />)
  expect(screen.getByText('On in this browser')).toBeDefined()
  expect(calls).not.toHaveBeenCalled()
})

test('it is on already in a browser that sends Global Privacy Control', () => {
  Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true })
  renderAt('/', <ObjectButton />)
  expect(screen.getByText('On in this browser')).toBeDefined()
  expect(screen.getByText(/Global Privacy Control/)).toBeDefined()
  expect(button()).toBeNull()
  expect(document.cookie).not.toContain('cookieConsent')
})

import type { BrowserContext, Page } from '@playwright/test'
import type { Guest } from './apiClient'
import { mailText } from './sandbox'
import { expect } from './test'

/** Signs up by the API; account.spec.ts tests the pages. The context gets the session's cookie. Returns the session. */
export async function signUp(
  page: Page,
  context: BrowserContext,
  guest: Pick<Guest, 'firstName' | 'lastName' | 'phone' | 'email'>,
  password: string,
  subject: RegExp,
) {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/auth/${path}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const { signUp } = await post('sign-up', {
    ...guest,
    confirmEmail: guest.email,
    password,
    confirmPassword: password,
  })
  const code = /\b\d{6}\b/.exec(await mailText(context, guest.email, subject))![0]
  return post('confirm-customer-email', { signUp, code })
}

/** Opens a page as the customer of a session that signUp returned. */
export async function openAs(
  page: Page,
  { token, expires, firstName }: { token: string; expires: string; firstName: string },
  path: string,
) {
  await page.goto('/robots.txt')
  await page.evaluate(
    ([value, end, name]) => {
      localStorage.setItem('jwt_token', value!)
      localStorage.setItem('jwt_token_expiry', String(Date.parse(end!)))
      localStorage.setItem('loggedInUser', JSON.stringify({ firstName: name }))
    },
    [token, expires, firstName],
  )
  await page.goto(path)
}

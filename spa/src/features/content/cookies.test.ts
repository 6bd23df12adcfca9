import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { cookieAge, persistedCookies } from '../../basket/basketSession'
import { choiceCookies, keptAge } from '../../basket/keptChoice'
import { choiceAges as ofAnAnswer } from '../../market/storedChoices'

const contents = resolve(import.meta.dirname, '../../../../infra/seed/content')

/** Returns an age as the number of years, days, hours or minutes. Only the number is compared, because it is the same in every language. */
const said = (seconds: number) =>
  [365.25 * 86_400, 86_400, 3600, 60].map((unit) => seconds / unit).find((n) => n >= 1 && n === Math.trunc(n))

const answers = Object.entries(ofAnAnswer)
/** Ages of the cookies of an account. Their names are read from the function that sets them. */
const accountAges: Record<string, number> = {
  '__Host-session': 30 * 86_400,
  '__Host-browser': 180 * 86_400,
  '__Host-social': 600,
}
const authSource = readFileSync(resolve(import.meta.dirname, '../../../../functions/auth/auth.go'), 'utf8')
const account = [...authSource.matchAll(/"(__Host-\w+)"/g)].map(
  ([, name = '']) => [name, accountAges[name] ?? 0] as const,
)
const stored = [
  'jwt_token',
  'jwt_token_expiry',
  'loggedInUser',
  'signOutPending',
  'signUp',
  'emailChange',
  'passkeyOffer',
]
const ofEveryBrand = ['couponItemId', 'menuAtAGlanceItem']
const order = [
  ...persistedCookies.map((name) => [name, cookieAge(name)] as const),
  ...ofEveryBrand.map((name) => [name, keptAge] as const),
]
/** Only a brand with a loyalty programme sets them. */
const rewards = choiceCookies
  .filter((name) => !ofEveryBrand.includes(name))
  .map((name) => [name, keptAge] as const)
const brands = resolve(import.meta.dirname, '../../../../shared/brand/brands')
const hasRewards = (folder = '') =>
  JSON.parse(readFileSync(join(brands, folder, 'brand.json'), 'utf8')).flags.loyalty

// The cookie policy lists exactly the cookies that the site writes, with their ages.
test.each(globSync('*/*/pages/legal/cookie-policy.md', { cwd: contents }).sort())('%s', (file) => {
  const abroad = /^[\w-]+\/(en-001|pt-br|ja-jp|es-mx)\//.test(file) // markets without online ordering
  const written = (
    abroad ? answers : [...order, ...(hasRewards(file.split('/')[0]) ? rewards : []), ...account, ...answers]
  ).map(([name, age]) => [name, said(age)])
  const text = readFileSync(join(contents, file), 'utf8')
  const listed = [...text.matchAll(/^\| ([\w-]+) \|.*\| (.*?) \|$/gm)]
    .filter(([, name = '']) => /^(__Host-)?[a-z]/.test(name))
    .map(([, name, age = '']) => [name, Number(/\d+/.exec(age)?.[0])])
  expect(new Map(listed as [string, number][])).toEqual(new Map(written as [string, number][]))
  expect(stored.filter((name) => text.includes(name))).toEqual(abroad ? [] : stored)
  const hasPrivacyForm = existsSync(resolve(contents, file, '../../contact/ccpa-privacy-form.md'))
  expect(text.includes('form-ccpa-code')).toBe(hasPrivacyForm)
})

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { cookieAge, persistedCookies } from '../../basket/basketSession'
import { choiceAges as ofAnAnswer } from '../../market/storedChoices'

const contents = resolve(import.meta.dirname, '../../../../infra/seed/content')

/** Returns an age as the number of years, days or hours. Only the number is compared, because it is the same in every language. */
const said = (seconds: number) =>
  [365.25 * 86_400, 86_400, 3600].map((unit) => seconds / unit).find((n) => n >= 1 && n === Math.trunc(n))

const answers = Object.entries(ofAnAnswer)
const order = persistedCookies.map((name) => [name, cookieAge(name)] as const)

// The cookie policy lists exactly the cookies that the site writes, with their ages.
test.each(globSync('*/*/pages/legal/cookie-policy.md', { cwd: contents }).sort())('%s', (file) => {
  const abroad = /^[\w-]+\/(en-001|pt-br|ja-jp|es-mx)\//.test(file) // markets without online ordering
  const written = (abroad ? answers : [...order, ...answers]).map(([name, age]) => [name, said(age)])
  const rows = readFileSync(join(contents, file), 'utf8').matchAll(/^\| (\w+) \|.*\| (.*?) \|$/gm)
  const listed = [...rows]
    .filter(([, name = '']) => /^[a-z]/.test(name) && name !== 'Nom')
    .map(([, name, age = '']) => [name, Number(/\d+/.exec(age)?.[0])])
  expect(new Map(listed as [string, number][])).toEqual(new Map(written as [string, number][]))
})

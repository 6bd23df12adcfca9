import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bundles } from '../i18n/translations.plugin'

const src = resolve(import.meta.dirname, '..')

/** Returns the modules that a file imports, statically or dynamically, but no chunks of other pages; of the features only the home page. */
function reached(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import\()\s*['"](\.[^'"]+)['"]/g,
  )) {
    const target = resolve(dirname(file), path)
    const module = [`${target}.tsx`, `${target}.ts`].find((f) => existsSync(f))
    if (!module) continue
    if (/^app\/(?!shell)\w+\.chunk\.tsx?$/.test(relative(src, module))) continue
    const feature = /^features\/([\w-]+)\/.*Page\.tsx$/.exec(relative(src, module))?.[1]
    if (!feature || feature === 'home') reached(module, found)
  }
  return found
}

test('the shell and the home page use only texts of the first bundle', () => {
  const files = [...reached(join(src, 'main.tsx'))]
  expect(files.map((f) => relative(src, f))).toContain('features/home/Hero.tsx')
  const spaces = new Set(bundles.site)
  const loadsItsOwn = (file: string) =>
    readFileSync(file, 'utf8').includes("await loadTranslations(locale, 'order')")
  const others = files
    .filter((file) => !loadsItsOwn(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*['"`]([a-z]+)\.[\w-]*/g)]
        .filter(([, space = '']) => !spaces.has(space))
        .map(
          ([said]) =>
            `${relative(src, file)} says ${said.slice(3)}: its words come with the pages after the first`,
        ),
    )
  expect(others).toEqual([])
})

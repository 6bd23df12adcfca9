import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { withFrenchSpaces, withNamespace } from './translationFiles.ts'

/** Folders of locales/. Canada and the English sites overseas use the English texts. */
export const languages = ['en', 'fr-ca', 'pt-br', 'ja-jp', 'es-mx'] as const
export type Language = (typeof languages)[number]

/**
 * Files of each translation bundle: shell and home page; brand pages; their forms; order and location pages; account pages. Add a new file
 * here and in textKeys.d.ts. Languages without ordering lack most files.
 */
export const bundles = {
  site: ['app', 'dealbar', 'food', 'home', 'shell', 'welcome'],
  content: ['abroad', 'board', 'content', 'dealpage', 'loyaltypage', 'nutrition', 'press'],
  form: ['form', 'forms'],
  order: [
    'cart',
    'checkout',
    'curbside',
    'deals',
    'item',
    'locations',
    'map',
    'menu',
    'move',
    'order',
    'payment',
    'problem',
    'start',
    'summary',
    'tax',
  ],
  account: ['account', 'profile', 'rewards'],
}
export type BundlePart = keyof typeof bundles
const parts = Object.keys(bundles) as BundlePart[]

/** Returns the files of a bundle in a language. */
const filesOf = (language: Language, part: BundlePart) =>
  bundles[part]
    .map((name) => join(import.meta.dirname, '../../../locales', language, `${name}.json`))
    .filter((file) => existsSync(file))

/** Returns the texts of a language by key, of all bundles or of one. */
export function textsOf(language: Language, part?: BundlePart): Record<string, string> {
  const files = (part ? [part] : parts).flatMap((one) => filesOf(language, one))
  const texts = files.map((file) =>
    withNamespace(basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))),
  )
  const all = Object.assign({}, ...texts)
  return language === 'fr-ca' ? withFrenchSpaces(all) : all
}

const moduleId = 'virtual:translations'
const bundleModule = /^\0virtual:translations\/([\w-]+)\.(\w+)\.js$/

/**
 * Makes one module of each bundle in each language. `virtual:translations` loads the bundles of the home page, by "language.part", and
 * `virtual:translations/pages` the others.
 */
export function translations(): Plugin {
  const loaders = (of: readonly BundlePart[]) => {
    const modules = of.flatMap((part) =>
      languages
        .filter((language) => filesOf(language, part).length > 0)
        .map((language) => `'${language}.${part}':()=>import('${moduleId}/${language}.${part}.js')`),
    )
    return `export const bundles={${modules}}`
  }
  return {
    name: 'translations',
    resolveId: (id) => (id === moduleId || id.startsWith(`${moduleId}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${moduleId}`) return loaders(['site'])
      if (id === `\0${moduleId}/pages`) return loaders(parts.filter((part) => part !== 'site'))
      const [, language, part] = bundleModule.exec(id) ?? []
      if (!language) return
      for (const file of filesOf(language as Language, part as BundlePart)) this.addWatchFile(file)
      return `export default ${JSON.stringify(textsOf(language as Language, part as BundlePart))}`
    },
  }
}

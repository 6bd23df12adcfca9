/** Built by translations.plugin.ts: the bundles of the home page by language and part, "en.site". */
declare module 'virtual:translations' {
  export const bundles: Record<string, () => Promise<{ default: Record<string, string> }>>
}

/** The bundles of the other pages. */
declare module 'virtual:translations/pages' {
  export { bundles } from 'virtual:translations'
}

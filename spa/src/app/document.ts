import { scriptText } from '../ui/page/structuredData'
import { inlineStyles, type Sheet } from './inlineStyles'
import { type PublishedState, stateId } from './publishedState'

/** Files of the build that a page needs, in order. */
interface Needs {
  /** Style sheets in addition to the shell's. */
  styles: readonly Sheet[]
  /** Script files in addition to the shell's. */
  scripts: readonly string[]
  /** Drawings on the page, as one hidden SVG. */
  drawings: string
}

interface Page {
  head: string
  body: string
  lang: string
  state: PublishedState
}

/** Matches the shell's script tags: the entry, then its imports. */
const code =
  /\s*<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/** Returns the HTML document of a page: the rendered markup inside the built shell. */
export function documentOf(
  shell: string,
  { head, body, lang, state }: Page,
  { styles, scripts, drawings }: Needs,
): string {
  // Replaces with a function, because $ has a meaning in replacement strings.
  const replaceOnce = (text: string, what: RegExp, by: string) => {
    if (!what.test(text)) throw new Error(`the shell has no ${what}`)
    return text.replace(what, () => by)
  }
  let html = replaceOnce(shell, /<html lang="[^"]*"/, `<html lang="${lang}"`)
  if (head) html = replaceOnce(html, /<title>.*?<\/title>/, head)
  if (state.path) {
    const [entry, ...shared] = [...html.matchAll(code)].map(([, file]) => file)
    html = html.replace(code, '')
    const files = [...shared, ...scripts, entry]
    // Content first: boot.js, which is async, requests the scripts, without the additional ones it would request by URL.
    html = replaceOnce(html, / data-ahead='[^']*'/, ` async data-code='${JSON.stringify(files)}'`)
  }
  if (styles.length > 0) html = inlineStyles(html, styles)
  const data = `<script type="application/json" id="${stateId}">${scriptText(state)}</script>`
  return replaceOnce(html, /<div id="root"><\/div>/, `<div id="root">${body}</div>${data}${drawings}`)
}

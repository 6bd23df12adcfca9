import { scriptText } from '../ui/page/structuredData'
import { type PublishedState, stateId } from './publishedState'

/** A style sheet of the build. */
interface Sheet {
  /** URL of the sheet. */
  href: string
  text: string
  /** CSP hash of its text: sha256-…, in base64. */
  name: string
}

/** Files of the build that a page needs, in order. */
interface Needs {
  /** Style sheets, the shell's first; empty if the shell's own is enough. */
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

/** Match the shell's style sheet link, and the CSP directive for inline styles. */
const style = /\s*<link rel="stylesheet"[^>]*>/g
const policy = "style-src-elem 'self'"

/**
 * Inlines a sheet: on a bad connection each blocking file costs about a second. A disabled link marks the sheet as loaded, so that the
 * site's code does not fetch it.
 */
const inlined = ({ href, text }: Sheet) =>
  `<style>${text}</style><link rel="stylesheet" href="${href}" disabled>`

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
  // Before the sheets are inlined: the patterns take a millisecond for their text.
  if (state.path) {
    const [entry, ...shared] = [...html.matchAll(code)].map(([, file]) => file)
    html = html.replace(code, '')
    const files = [...shared, ...scripts, entry]
    // Content first: boot.js, which is async, requests the scripts, without the additional ones it would request by URL.
    html = replaceOnce(html, / data-ahead='[^']*'/, ` async data-code='${JSON.stringify(files)}'`)
  }
  if (styles.length > 0) {
    html = replaceOnce(html, new RegExp(policy), [policy, ...styles.map(({ name }) => `'${name}'`)].join(' '))
    html = replaceOnce(html.replace(style, ''), /<\/head>/, `${styles.map(inlined).join('')}</head>`)
  }
  const data = `<script type="application/json" id="${stateId}">${scriptText(state)}</script>`
  return replaceOnce(html, /<div id="root"><\/div>/, `<div id="root">${body}</div>${data}${drawings}`)
}

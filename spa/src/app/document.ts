import { scriptText } from '../ui/page/structuredData'
import { type PublishedState, stateId } from './publishedState'

/** A style sheet of the built site. */
interface Sheet {
  /** Its address. */
  href: string
  text: string
  /** How a policy names its text: sha256-…, in base64. */
  name: string
}

/** What of the built site a page needs, in order. */
interface Needs {
  /** Its style, that of the shell first; none where the shell's own is enough. */
  styles: readonly Sheet[]
  /** The files of its code, beyond the shell's. */
  scripts: readonly string[]
  /** The drawings that stand on it, as one hidden picture. */
  drawings: string
}

interface Page {
  head: string
  body: string
  lang: string
  state: PublishedState
}

/** How the shell names the site's code: the entry, then what it imports. */
const code =
  /\s*<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/** How the shell asks for its style, and the policy of a document on the sheets that stand in it. */
const style = /\s*<link rel="stylesheet"[^>]*>/g
const policy = "style-src-elem 'self'"

/**
 * A sheet as a page carries it: on a bad connection each file that a page waits for is a second. To the site's code it counts as
 * fetched, by a link that fetches nothing.
 */
const carried = ({ href, text }: Sheet) =>
  `<style>${text}</style><link rel="stylesheet" href="${href}" disabled>`

/** A page as a document: what was rendered, put into the built site's shell. */
export function documentOf(
  shell: string,
  { head, body, lang, state }: Page,
  { styles, scripts, drawings }: Needs,
): string {
  // A function, for $ means something in a text that replaces.
  const put = (text: string, what: RegExp, by: string) => {
    if (!what.test(text)) throw new Error(`the shell has no ${what}`)
    return text.replace(what, () => by)
  }
  let html = put(shell, /<html lang="[^"]*"/, `<html lang="${lang}"`)
  if (head) html = put(html, /<title>.*?<\/title>/, head)
  if (styles.length > 0) {
    html = put(html, new RegExp(policy), [policy, ...styles.map(({ name }) => `'${name}'`)].join(' '))
    html = put(html.replace(style, ''), /<\/head>/, `${styles.map(carried).join('')}</head>`)
  }
  if (state.path) {
    const [entry, ...shared] = [...html.matchAll(code)].map(([, file]) => file)
    html = html.replace(code, '')
    const files = [...shared, ...scripts, entry]
    // What is there to read comes first: boot.js, which nothing waits for, asks for the code, and no more for what it would by the address.
    html = put(html, / data-ahead='[^']*'/, ` async data-code='${JSON.stringify(files)}'`)
  }
  const data = `<script type="application/json" id="${stateId}">${scriptText(state)}</script>`
  return put(html, /<div id="root"><\/div>/, `<div id="root">${body}</div>${data}${drawings}`)
}

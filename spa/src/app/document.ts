import { scriptText } from '../ui/structured'
import { type Published, stateId } from './published'

/** What of the built site a page needs: the files of its style and of its code, in their order. */
interface Needs {
  styles: readonly string[]
  scripts: readonly string[]
  /** The drawings that stand on it, as one hidden picture. */
  drawings: string
}

interface Page {
  head: string
  body: string
  lang: string
  state: Published
}

/** How the shell names the site's code: the entry, then what it imports. */
const code =
  /\s*<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/** A page as a document: what was rendered, put into the built site's shell. */
export function documentOf(
  shell: string,
  { head, body, lang, state }: Page,
  { styles, scripts, drawings }: Needs,
): string {
  const sheets = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`)
  // A function, for $ means something in a text that replaces.
  const put = (text: string, what: RegExp, by: string) => {
    if (!what.test(text)) throw new Error(`the shell has no ${what}`)
    return text.replace(what, () => by)
  }
  let html = put(shell, /<html lang="[^"]*"/, `<html lang="${lang}"`)
  if (head) html = put(html, /<title>.*?<\/title>/, head)
  html = put(html, /<\/head>/, `${sheets.join('')}</head>`)
  if (state.path) {
    const [entry, ...shared] = [...html.matchAll(code)].map(([, file]) => file)
    html = html.replace(code, '')
    const files = [...shared, ...scripts, entry]
    // What is there to read comes first: boot.js asks for the code, and no more for what it would by the address.
    html = put(html, / data-ahead='[^']*'/, ` data-code='${JSON.stringify(files)}'`)
  }
  const data = `<script type="application/json" id="${stateId}">${scriptText(state)}</script>`
  return put(html, /<div id="root"><\/div>/, `<div id="root">${body}</div>${data}${drawings}`)
}

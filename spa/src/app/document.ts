import { scriptText } from '../ui/structured'
import { type Published, stateId } from './published'

/** What of the built site a page needs: the files of its style and of its code, in their order. */
export interface Needs {
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

/** A page as a document: what was rendered, put into the built site's shell. */
export function documentOf(
  shell: string,
  { head, body, lang, state }: Page,
  { styles, scripts, drawings }: Needs,
): string {
  const links = [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${href}">`),
  ]
  // A function, for $ means something in a text that replaces.
  const put = (text: string, what: RegExp, by: string) => {
    if (!what.test(text)) throw new Error(`the shell has no ${what}`)
    return text.replace(what, () => by)
  }
  let html = put(shell, /<html lang="[^"]*"/, `<html lang="${lang}"`)
  // What boot.js would ask for by the address is named below.
  if (state.path) html = put(html, / data-ahead='[^']*'/, '')
  if (head) html = put(html, /<title>.*?<\/title>/, head)
  html = put(html, /<\/head>/, `${links.join('')}</head>`)
  // What is there to read comes first; the code that takes it over waits behind its style and its type.
  if (state.path)
    html = html.replace(
      /<(?:link rel="modulepreload"|script type="module")(?! [^>]*fetchpriority)/g,
      '$& fetchpriority="low"',
    )
  const data = `<script type="application/json" id="${stateId}">${scriptText(state)}</script>`
  return put(html, /<div id="root"><\/div>/, `<div id="root">${body}</div>${data}${drawings}`)
}

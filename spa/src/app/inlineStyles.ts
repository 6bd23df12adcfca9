/** A style sheet of the build. */
export interface Sheet {
  /** URL of the sheet. */
  href: string
  text: string
  /** CSP hash of its text: sha256-…, in base64. */
  name: string
}

/** The CSP directive for inline styles, with the hashes of those that are inlined already. */
const policy = /style-src-elem 'self'[^"]*/

/**
 * Inlines sheets at the end of the document's head: on a bad connection each blocking file costs about a second. A disabled link marks
 * a sheet as loaded, so that the site's code does not fetch it.
 */
export function inlineStyles(html: string, sheets: readonly Sheet[]): string {
  if (!policy.test(html) || !html.includes('</head>')) throw new Error('the document has no CSP or no head')
  const tags = sheets.map(
    ({ href, text }) => `<style>${text}</style><link rel="stylesheet" href="${href}" disabled>`,
  )
  // Replaces with functions, because $ has a meaning in replacement strings.
  return html
    .replace(policy, (allowed) => [allowed, ...sheets.map(({ name }) => `'${name}'`)].join(' '))
    .replace('</head>', () => `${tags.join('')}</head>`)
}

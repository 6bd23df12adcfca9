import type { CSSOptions } from 'vite'

type PostCSSPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

/**
 * What a style sheet composes from another one is put in without a source, of which Vite warns, for it could not tell what a url()
 * there is relative to. It gets that of the sheet that it is put into.
 */
export const composedSource: PostCSSPlugin = {
  postcssPlugin: 'composed',
  OnceExit(sheet) {
    sheet.walkDecls((declaration) => {
      declaration.source ??= sheet.source
    })
  },
}

import type { CSSOptions } from 'vite'

type PostCSSPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

/**
 * Sets the source of CSS nodes that `composes` inserts from another sheet to the including sheet. Without a source Vite warns, because
 * it cannot resolve relative url() values.
 */
export const composedSource: PostCSSPlugin = {
  postcssPlugin: 'composed-source',
  OnceExit(sheet) {
    sheet.walkDecls((declaration) => {
      declaration.source ??= sheet.source
    })
  },
}

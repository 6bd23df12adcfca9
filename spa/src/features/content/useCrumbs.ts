import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import type { Crumb } from '../../ui/page/crumbs'

/** Returns the breadcrumbs of a content page, from the home page through its parent. */
export function useCrumbs(page: Crumb): Crumb[] {
  const { t } = useTranslation()
  const paths = usePaths()
  const above: Crumb[] = []
  const isBelow = (path: string) => page.path.startsWith(`${path}/`)
  if (isBelow(paths.page('catering'))) above.push({ name: t('board.catering'), path: paths.page('catering') })
  if (isBelow(paths.page('blog'))) above.push({ name: t('press.title'), path: paths.page('blog') })
  return [{ name: t('content.home'), path: paths.home }, ...above, page]
}

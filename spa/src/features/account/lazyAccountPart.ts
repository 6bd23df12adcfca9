import type { ComponentType } from 'react'
import { i18n, loadTranslations } from '../../i18n/i18n'
import type { Locale } from '../../market/market'
import { lazyOptional } from '../../ui/loading/lazyOptional'

/** A lazy part of the account pages for another page: it loads with the texts of the account pages, which that page does not have. */
export const lazyAccountPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyOptional(async () => {
    const [component] = await Promise.all([load(), loadTranslations(i18n.language as Locale, 'account')])
    return component
  })

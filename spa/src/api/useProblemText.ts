import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { formatAmount } from '../money/money'
import type { ApiError, Params } from './errors'

interface Coded {
  code: string
  params?: Params
}

/**
 * Words a problem in the guest's language. What has no code, or one this site does not know, reads as the default of §8:
 * the server's own sentence is English.
 */
export function useProblemText(): (problem: Coded | ApiError | undefined) => string {
  const { t, i18n } = useTranslation()
  const { lang } = useMarket()
  return (problem) => {
    const coded = problem && 'status' in problem ? problem.problem : problem
    const key = `problem.${coded?.code}`
    if (!coded && !navigator.onLine) return t('app.offline')
    if (!coded || !i18n.exists(key)) return t('problem.internal')
    return t(key as 'problem.internal', words(coded.params, lang))
  }
}

function words(params: Params = {}, lang: string): Record<string, string | number> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, word(value, lang)]))
}

/** Amounts and numbers take the locale's form; labels stay. */
function word(value: unknown, lang: string): string | number {
  if (typeof value === 'number') return new Intl.NumberFormat(lang).format(value)
  if (typeof value === 'object' && value !== null && 'minor' in value && 'currency' in value) {
    return formatAmount({ minor: Number(value.minor), currency: String(value.currency) }, lang)
  }
  return String(value)
}

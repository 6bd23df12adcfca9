import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { formatAmount } from '../money/money'
import { useOnline } from './connection'
import type { ApiError, Params } from './errors'

interface Coded {
  code: string
  params?: Params
}

/** Translation keys from specification §8 for failures that the guest can only retry. */
export type Failed =
  | 'problem.internal'
  | 'app.failed-add'
  | 'app.failed-remove'
  | 'app.failed-tip'
  | 'app.failed-note'

/**
 * Returns a function that translates a problem. Unknown codes fall back to the default text of §8, because the server's message is in
 * English. `failed` gives a more specific fallback. Server faults end with a line that contains the request id.
 */
export function useProblemText(): (problem: Coded | ApiError | undefined, failed?: Failed) => string {
  const { t, i18n } = useTranslation()
  const { lang } = useMarket()
  return (problem, failed = 'problem.internal') => {
    const coded = problem && 'status' in problem ? (problem.problem ?? busy(problem.status)) : problem
    const key = `problem.${coded?.code}`
    if (!coded && !navigator.onLine) return t('app.offline')
    const message =
      !coded || coded.code === 'internal' || !i18n.exists(key)
        ? t(failed)
        : t(key as 'problem.internal', formatParams(coded.params, lang))
    // Specification §8: messages end with a period unless they have other punctuation.
    const text = /[.!?]$/.test(message) ? message : `${message}.`
    // For server faults: the request id to search for in the logs.
    const id = problem && 'status' in problem && problem.status >= 500 && problem.problem?.requestId
    return id ? `${text}\n${t('app.reference', { id })}` : text
  }
}

/** Maps responses of the firewall and of API Gateway's rate limit, which carry no error code, to "too many requests". */
function busy(status: number): Coded | undefined {
  return status === 429 || status === 503 ? { code: 'store-unavailable' } : undefined
}

/** Returns a function that translates why a page, or part of one, could not be loaded. Offline: the content was not cached before. */
export function useLoadErrorText(): (refusal: ApiError) => string {
  const { t } = useTranslation()
  const online = useOnline()
  const wording = useProblemText()
  return (refusal) =>
    online || refusal.problem ? wording(refusal) : `${t('app.offline-title')} ${t('app.offline-line')}`
}

function formatParams(params: Params = {}, lang: string): Record<string, string | number> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, formatParam(value, lang)]))
}

/** Formats amounts and numbers for the locale; strings are unchanged. */
function formatParam(value: unknown, lang: string): string | number {
  if (typeof value === 'number') return new Intl.NumberFormat(lang).format(value)
  if (typeof value === 'object' && value !== null && 'minor' in value && 'currency' in value) {
    return formatAmount({ minor: Number(value.minor), currency: String(value.currency) }, lang)
  }
  return String(value)
}

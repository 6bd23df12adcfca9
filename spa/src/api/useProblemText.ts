import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { formatAmount } from '../money/money'
import { useOnline } from './connection'
import type { ApiError, Params } from './errors'

interface Coded {
  code: string
  params?: Params
}

/** What could not be done, in the words of specification §8, for a failure that the guest can do nothing about but try again. */
type Failed =
  | 'problem.internal'
  | 'app.failed-add'
  | 'app.failed-remove'
  | 'app.failed-tip'
  | 'app.failed-note'

/**
 * Words a problem in the guest's language. What has no code, or one this site does not know, reads as the default of §8:
 * the server's own sentence is English. `failed` says it more exactly. What is our fault ends with a line that names the request.
 */
export function useProblemText(): (problem: Coded | ApiError | undefined, failed?: Failed) => string {
  const { t, i18n } = useTranslation()
  const { lang } = useMarket()
  return (problem, failed = 'problem.internal') => {
    const coded = problem && 'status' in problem ? (problem.problem ?? busy(problem.status)) : problem
    const key = `problem.${coded?.code}`
    if (!coded && !navigator.onLine) return t('app.offline')
    const said =
      !coded || coded.code === 'internal' || !i18n.exists(key)
        ? t(failed)
        : t(key as 'problem.internal', words(coded.params, lang))
    // By §8 what is told ends with a period, unless it has its own mark.
    const text = /[.!?]$/.test(said) ? said : `${said}.`
    // A fault of ours is looked up in the log by its request, when the guest tells of it.
    const id = problem && 'status' in problem && problem.status >= 500 && problem.problem?.requestId
    return id ? `${text}\n${t('app.reference', { id })}` : text
  }
}

/** Who is turned away before any function of ours, by the firewall or by the API's own limit, is told no code: there were too many. */
function busy(status: number): Coded | undefined {
  return status === 429 || status === 503 ? { code: 'store-unavailable' } : undefined
}

/** Words why a page, or a part of one, could not be read: out of reach, it was not opened before, and comes with the connection. */
export function useLoadErrorText(): (refusal: ApiError) => string {
  const { t } = useTranslation()
  const online = useOnline()
  const wording = useProblemText()
  return (refusal) =>
    online || refusal.problem ? wording(refusal) : `${t('app.offline-title')} ${t('app.offline-line')}`
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

import { useTranslation } from 'react-i18next'
import { useOnline } from '../../api/connection'
import type { ApiError, Finding } from '../../api/errors'
import { useProblemText } from '../../api/useProblemText'
import { useMarket } from '../../market/useMarket'

/**
 * Returns a function that translates a problem of an account form. A rate limit says in words how long to wait. Offline it does not
 * speak of orders, as the other pages do.
 */
export function useAccountProblemText(): (problem: ApiError | Finding) => string {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const wording = useProblemText()
  return (problem) => {
    if ('status' in problem && !problem.problem && !navigator.onLine) return t('account.offline')
    const { params = {} } = ('status' in problem ? problem.problem : problem) ?? {}
    const limited = 'status' in problem && problem.status === 429
    if (!limited || !(params.seconds || params.minutes)) return wording(problem)
    const seconds = Number(params.seconds ?? Number(params.minutes) * 60)
    return t('account.limited', { time: formatWait(seconds, lang) })
  }
}

/** Returns a function that translates why a part of the customer's pages could not be loaded. */
export function useAccountLoadErrorText(): (refusal: ApiError) => string {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const wording = useProblemText()
  return (refusal) => (isOnline || refusal.problem ? wording(refusal) : t('account.offline-load'))
}

/** Returns seconds below a minute and a half, and whole minutes above, so that the guest does not try too early. */
export function formatWait(seconds: number, lang: string): string {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

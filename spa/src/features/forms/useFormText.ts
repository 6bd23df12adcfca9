import { useTranslation } from 'react-i18next'
import type { ApiError, Finding } from '../../api/errors'
import { useProblemText } from '../../api/useProblemText'
import { useMarket } from '../../market/useMarket'

/** Texts of problems that exist in every language; those of markets without ordering have no others. */
const ownTexts = {
  'first-name-required': 'form.first-name-required',
  'last-name-required': 'form.last-name-required',
  'email-required': 'form.email-required',
  'email-invalid': 'form.email-invalid',
  'phone-invalid': 'form.phone-invalid',
  'subject-required': 'form.subject-required',
  'message-required': 'form.message-required',
} as const

/** Maximum length of each text. */
export const maxLengths: Readonly<Record<string, number>> = {
  firstName: 80,
  lastName: 80,
  email: 254,
  phone: 40,
  orderNumber: 40,
  message: 2000,
}

/** Names of the fields in errors that do not name theirs. */
const labels = {
  firstName: 'form.first-name',
  lastName: 'form.last-name',
  email: 'form.email',
  phone: 'form.phone',
  orderNumber: 'form.order-number',
  message: 'form.message',
} as const

/** Translations of a form's broken rules and of the server's problems. */
export function useFormText() {
  const { t, i18n } = useTranslation()
  const { lang } = useMarket()
  const problemText = useProblemText()

  /** Translates a problem of the server by its code. */
  function problem({ code, params }: Pick<Finding, 'code' | 'params'>): string {
    const own = ownTexts[code as keyof typeof ownTexts]
    if (own) return t(own)
    if (!i18n.exists(`problem.${code}`)) return t('form.failed')
    return problemText({ code, params }) // without the status of a whole problem, which would make it a failed call
  }

  return {
    problem,
    /** Translates the rule that a field breaks. Rules are translation keys; errors of the server are translated already. */
    rule(field: string, message: string | undefined): string | undefined {
      if (!message || !/^(problem|form|forms)\.[\w-]+$/.test(message)) return message
      if (message === 'problem.field-too-long') {
        const label = field in labels ? t(labels[field as keyof typeof labels]) : ''
        return t('form.too-long', { field: label, max: maxLengths[field] ?? '' })
      }
      const [space, code = ''] = message.split('.')
      return space === 'problem' ? problem({ code }) : t(message as 'form.failed')
    },
    /** Says why a send failed and what to do next. */
    failure(error: ApiError): string {
      const coded = error.problem
      if (!coded) {
        if (!navigator.onLine) return t('form.offline')
        return t(error.status === 429 || error.status === 503 ? 'form.busy' : 'form.no-answer')
      }
      const { minutes } = coded.params ?? {}
      if (error.status === 429 && minutes)
        return t('form.limited', { time: formatMinutes(Number(minutes), lang) })
      return coded.code === 'internal' ? t('form.failed') : problem(coded)
    },
  }
}

function formatMinutes(minutes: number, lang: string): string {
  const [value, unit] = minutes < 90 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

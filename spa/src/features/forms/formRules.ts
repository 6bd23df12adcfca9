import * as v from 'valibot'
import { contactRules, optionalPhone } from '../../ui/form/contactRules'
import { characters } from './MessageField'
import { maxLengths } from './useFormText'

/** Rules of the fields that most forms have; messages are translation keys. The server checks again. */
export const contactWithOptionalPhone = { ...contactRules, phone: optionalPhone }
export { contactRules } from '../../ui/form/contactRules'

export const optionalText = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, 'problem.field-too-long'))

const shortEnough = v.check(
  (text: string) => characters(text) <= maxLengths.message!,
  'problem.field-too-long',
)

export const optionalMessage = v.pipe(v.string(), v.trim(), shortEnough)
export const requiredMessage = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('problem.message-required'),
  shortEnough,
)

/** A day that has come, if only where days begin first. */
export const pastDay = v.check(
  (day: string) => day <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10),
  'forms.visited-future',
)

/** Radio buttons without a choice have the value null. */
export const requiredChoice = (message: string) => v.pipe(v.nullish(v.string(), ''), v.nonEmpty(message))

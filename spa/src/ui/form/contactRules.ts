import * as v from 'valibot'
import { isEmail, isPhone } from './fieldFormats'

/** A required text; messages are translation keys. */
export const requiredText = (maxLength: number, requiredMessage: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(requiredMessage), v.maxLength(maxLength, 'problem.field-too-long'))

/** Rules of the contact fields. The server validates again; these rules reject nothing that the server accepts. */
export const contactRules = {
  firstName: requiredText(80, 'problem.first-name-required'),
  lastName: requiredText(80, 'problem.last-name-required'),
  email: v.pipe(requiredText(254, 'problem.email-required'), v.check(isEmail, 'problem.email-invalid')),
  phone: v.pipe(requiredText(40, 'problem.phone-required'), v.check(isPhone, 'problem.phone-invalid')),
}

/** Rule of a phone number that may be left out. */
export const optionalPhone = v.pipe(
  v.string(),
  v.trim(),
  v.check((phone) => phone === '' || isPhone(phone), 'problem.phone-invalid'),
)

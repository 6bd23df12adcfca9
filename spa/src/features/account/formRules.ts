import type { TFunction } from 'i18next'
import * as v from 'valibot'
import { isEmail, isPhone } from '../../ui/form/fieldFormats'

/**
 * Rules of the account forms: the words of specification §5. The server checks again, and also refuses common passwords and those with
 * words of their owner.
 */
export const optional = v.pipe(v.string(), v.trim())
export const required = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message))

const characters = (password: string) => [...password.normalize('NFC')].length
const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u]

const newPassword = (t: TFunction, missing: string) =>
  v.pipe(
    v.string(),
    v.nonEmpty(missing),
    v.check((password) => characters(password) >= 8, t('problem.password-short')),
    v.check((password) => characters(password) <= 128, t('problem.password-long')),
    v.check((password) => kinds.every((kind) => kind.test(password)), t('problem.password-characters')),
  )

export const loginRules = (t: TFunction) =>
  v.object({
    email: required(t('problem.email-required')),
    password: v.pipe(v.string(), v.nonEmpty(t('problem.password-required'))),
  })

export const emailRules = (t: TFunction) => v.object({ email: required(t('problem.email-required')) })

export const passwordRules = (t: TFunction) =>
  v.object({ password: v.pipe(v.string(), v.nonEmpty(t('problem.password-required'))) })

export const newPasswordRules = (t: TFunction) =>
  v.object({ password: newPassword(t, t('problem.password-required')) })

/** Accepts a code with spaces or hyphens, as some mail programs copy it. */
export const codeRules = (t: TFunction) =>
  v.object({
    code: v.pipe(
      v.string(),
      v.transform((code) => code.replaceAll(/[\s-]/g, '')),
      v.regex(/^\d{6}$/, t('account.code-required')),
    ),
  })

export function signUpRules(t: TFunction) {
  const missing = t('problem.field-required')
  return v.pipe(
    v.object({
      firstName: required(missing),
      lastName: required(missing),
      phone: v.pipe(required(missing), v.check(isPhone, t('problem.phone-invalid'))),
      email: v.pipe(required(missing), v.check(isEmail, t('problem.email-format'))),
      confirmEmail: required(missing),
      password: newPassword(t, missing),
      confirmPassword: v.pipe(v.string(), v.nonEmpty(missing)),
      address: optional,
      city: optional,
      state: optional,
      zip: optional,
      referralCode: optional,
    }),
    v.forward(
      v.partialCheck(
        [['email'], ['confirmEmail']],
        ({ email, confirmEmail }) => email.toLowerCase() === confirmEmail.toLowerCase(),
        t('problem.emails-differ'),
      ),
      ['confirmEmail'],
    ),
    v.forward(
      v.partialCheck(
        [['password'], ['confirmPassword']],
        ({ password, confirmPassword }) => password === confirmPassword,
        t('problem.passwords-differ'),
      ),
      ['confirmPassword'],
    ),
  )
}

export type SignUpFields = v.InferInput<ReturnType<typeof signUpRules>>

export const blankSignUp: SignUpFields = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  confirmEmail: '',
  password: '',
  confirmPassword: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  referralCode: '',
}

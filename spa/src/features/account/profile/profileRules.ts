import type { TFunction } from 'i18next'
import * as v from 'valibot'
import type { Profile, ProfileInputBody, SavedAddress } from '../../../api/generated'
import { isEmail, isPhone, isPostalCode, isZip } from '../../../ui/form/fieldFormats'
import { optional, required } from '../formRules'

/** Days of each month; the server stores no year, so February has 29. */
const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Names, phone and birthday. The birthday is optional, but not half of it. */
export const contactRules = (t: TFunction) =>
  v.pipe(
    v.object({
      firstName: required(t('problem.first-name-required')),
      lastName: required(t('problem.last-name-required')),
      phone: v.pipe(required(t('problem.phone-required')), v.check(isPhone, t('problem.phone-invalid'))),
      month: v.string(),
      day: v.string(),
    }),
    v.forward(
      v.partialCheck(
        [['month'], ['day']],
        ({ month, day }) =>
          Boolean(month) === Boolean(day) && Number(day) <= (daysOf[Number(month) - 1] ?? 31),
        t('profile.birthday-invalid'),
      ),
      ['day'],
    ),
  )

export type ContactFields = v.InferInput<ReturnType<typeof contactRules>>

export const birthdayOf = ({ month, day }: ContactFields): ProfileInputBody['birthday'] =>
  month && day ? { month: Number(month), day: Number(day) } : undefined

export const contactOf = (
  { firstName, lastName, birthday }: Pick<Profile, 'firstName' | 'lastName' | 'birthday'>,
  phone: string,
): ContactFields => ({
  firstName,
  lastName,
  phone,
  month: String(birthday?.month ?? ''),
  day: String(birthday?.day ?? ''),
})

/** A new e-mail address, typed twice. The current one with letters in another case is new. */
export const emailChangeRules = (t: TFunction, current: string) =>
  v.pipe(
    v.object({
      email: v.pipe(
        required(t('problem.email-required')),
        v.check(isEmail, t('problem.email-format')),
        v.notValue(current, t('problem.email-same')),
      ),
      confirmEmail: required(t('problem.field-required')),
    }),
    v.forward(
      v.partialCheck(
        [['email'], ['confirmEmail']],
        ({ email, confirmEmail }) => email.toLowerCase() === confirmEmail.toLowerCase(),
        t('problem.emails-differ'),
      ),
      ['confirmEmail'],
    ),
  )

/** Kinds of addresses, HOME 1, WORK 2 and OTHER 3, and countries, US 1 and CA 2, of specification §3. */
export const addressTypes = { 1: 'home', 2: 'work', 3: 'other' } as const
export const addressCountries = { 1: 'US', 2: 'CA' } as const

/** The server also checks that the country has the state or province. */
export const addressRules = (t: TFunction) =>
  v.pipe(
    v.object({
      type: v.string(),
      country: v.string(),
      address: required(t('problem.field-required')),
      unit: optional,
      city: required(t('problem.field-required')),
      state: required(t('problem.field-required')),
      zip: required(t('problem.field-required')),
      instructions: optional,
    }),
    v.forward(
      v.partialCheck(
        [['country'], ['zip']],
        ({ country, zip }) => (country === '2' ? isPostalCode(zip) : isZip(zip)),
        t('problem.postal-code-invalid'),
      ),
      ['zip'],
    ),
  )

export type AddressFields = v.InferInput<ReturnType<typeof addressRules>>

/** Returns the fields of an address; without one those of a new address in the country of the site. */
export const addressFieldsOf = (address: SavedAddress | undefined, country: string): AddressFields => ({
  type: String(address?.type ?? 1),
  country: String(address?.country ?? (country === 'CA' ? 2 : 1)),
  address: address?.address ?? '',
  unit: address?.unit ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  zip: address?.zip ?? '',
  instructions: address?.instructions ?? '',
})

export const addressOf = ({ type, country, ...lines }: AddressFields): SavedAddress => ({
  ...lines,
  type: Number(type) as SavedAddress['type'],
  country: Number(country) as SavedAddress['country'],
})

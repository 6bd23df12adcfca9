import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Birthday, type Profile, useChangeProfileMutation } from '../../../api/generated'
import { formatPhone } from '../../../market/formatPhone'
import { useMarket, usePaths } from '../../../market/useMarket'
import { SelectField, TextField } from '../../../ui/form/Field'
import styles from '../AccountForm.module.css'
import { PartForm } from './PartForm'
import { birthdayOf, contactOf, contactRules } from './profileRules'
import { Section } from './Section'
import { focusLater } from './useFocusOnMount'
import { usePartForm } from './usePartForm'

/** Names, phone number and birthday. */
export function ContactSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const [change] = useChangeProfileMutation()
  const { form, registered, state } = usePartForm({
    name: 'contact',
    part: profile,
    fieldsOf: (stored) => contactOf(stored, formatPhone(stored.phone, lang)),
    rules: contactRules,
    save: (fields, ifMatch) => {
      const { firstName, lastName, phone } = fields
      const profileInputBody = { firstName, lastName, phone, birthday: birthdayOf(fields) }
      return change({ 'If-Match': ifMatch, profileInputBody }).unwrap()
    },
    // The fields of a birthday are gone once it is set.
    onSaved: () => {
      if (!profile.birthday) focusLater('birthday')
    },
  })
  const months = monthNames(lang)
  const labels = {
    firstName: t('checkout.first-name'),
    lastName: t('checkout.last-name'),
    phone: t('checkout.phone'),
    month: t('profile.month'),
    day: t('profile.day'),
  }
  const text = (name: 'firstName' | 'lastName' | 'phone', autoComplete: string) => (
    <TextField
      label={labels[name]}
      {...registered(name)}
      type={name === 'phone' ? 'tel' : 'text'}
      autoComplete={autoComplete}
      maxLength={100}
      required
    />
  )
  /** A day of the birthday depends on its month: a shown error is checked again. */
  const select = (name: 'month' | 'day', options: readonly string[]) => (
    <SelectField
      label={labels[name]}
      {...registered(name, { onChange: () => form.formState.errors.day && void form.trigger('day') })}
      options={options.map((option, nth) => [String(nth + 1), option])}
      none="–"
      autoComplete={`bday-${name}`}
    />
  )
  return (
    <Section id="contact">
      <PartForm
        {...state}
        labels={labels}
        wording={(name, value) => (name === 'month' ? months[Number(value) - 1] : undefined)}
      >
        <div className={styles.two}>
          {text('firstName', 'given-name')}
          {text('lastName', 'family-name')}
        </div>
        {text('phone', 'tel')}
        <fieldset className={styles.group}>
          <legend>{t('profile.birthday')}</legend>
          {profile.birthday ? (
            <>
              <p id="birthday" tabIndex={-1}>
                {formatBirthday(profile.birthday, lang)}
              </p>
              <p>
                {t('profile.birthday-fixed')}{' '}
                <Link to={paths.page('talk')}>{t('profile.birthday-wrong')}</Link>
              </p>
            </>
          ) : (
            <>
              <div className={styles.two}>
                {select('month', months)}
                {select('day', days)}
              </div>
              <p>{t('profile.birthday-once')}</p>
            </>
          )}
        </fieldset>
      </PartForm>
    </Section>
  )
}

const days = Array.from({ length: 31 }, (_, nth) => String(nth + 1))

const formatBirthday = ({ month, day }: Birthday, lang: string) =>
  new Intl.DateTimeFormat(lang, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, month - 1, day)),
  )

const monthNames = (lang: string) => {
  const format = new Intl.DateTimeFormat(lang, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2024, month, 1))))
}

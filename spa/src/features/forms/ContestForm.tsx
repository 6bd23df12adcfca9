import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import type { ApiError } from '../../api/errors'
import { type ContestRules, useGetContestQuery } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatFullDate, formatTime } from '../../time/time'
import { Notice } from '../../ui/feedback/Notice'
import { Loading, Skeleton } from '../../ui/feedback/Skeleton'
import { Button } from '../../ui/form/Button'
import { useHydrated } from '../../ui/loading/useHydrated'
import { AgreementField } from './AgreementField'
import { blankContact, ContactPart } from './ContactPart'
import styles from './ContestForm.module.css'
import { DateField, formatDay } from './DateField'
import { contactWithOptionalPhone } from './formRules'
import { GuestFormCard } from './GuestFormCard'
import { ResidenceFields } from './ResidenceFields'
import { hasRegion } from './residenceRules'
import { useFormText } from './useFormText'
import { useGuestForm } from './useGuestForm'

const rules = v.pipe(
  v.object({
    ...contactWithOptionalPhone,
    birthDate: v.pipe(v.string(), v.nonEmpty('forms.contest-birth-date-required')),
    country: v.string(),
    region: v.string(),
    agreed: v.pipe(v.boolean(), v.value(true, 'forms.contest-agreed-required')),
  }),
  v.forward(v.partialCheck([['country'], ['region']], hasRegion, 'forms.residence-required'), ['region']),
)

/** The form of the open contest, or a notice without one. */
export function ContestForm() {
  const { t } = useTranslation()
  const { failure } = useFormText()
  const { data: contest, error, refetch } = useGetContestQuery()
  if (error && !contest)
    return (
      <Notice tone="bad" role="alert" className={styles.notice}>
        <p>{failure(error as ApiError)}</p>
        <p>
          <Button tone="second" small onClick={() => void refetch()}>
            {t('app.try-again')}
          </Button>
        </p>
      </Notice>
    )
  if (!contest)
    return (
      <>
        <Loading />
        <Skeleton height="56rem" />
      </>
    )
  if (!contest.open)
    return (
      <Notice tone="info" title={t('forms.contest-closed')} className={styles.notice}>
        <p>{t('forms.contest-closed-line')}</p>
      </Notice>
    )
  return <EntryForm contest={contest} />
}

function EntryForm({
  contest: { closes = '', minAge = 0, countries = [], regions },
}: {
  contest: ContestRules
}) {
  const { t } = useTranslation()
  const { country, lang } = useMarket()
  const hydrated = useHydrated()
  const [blank] = useState({
    ...blankContact,
    birthDate: '',
    country: countries.includes(country) ? (country as string) : (countries[0] ?? ''),
    region: '',
    agreed: false,
  })
  const guest = useGuestForm({
    kind: 'contest',
    blank,
    rules,
    unsaved: ['birthDate'],
    fieldOf: { 'contest-entered': 'email' },
  })
  const { form, error, sentBy } = guest
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const places = new Intl.ListFormat(lang, { type: 'disjunction' }).format(
    countries.map((code) => names.of(code) ?? code),
  )
  return (
    <GuestFormCard
      guest={guest}
      title={t('forms.contest-title')}
      send={t('forms.contest-submit')}
      consent={t('forms.contest-consent')}
      thanks={t('forms.contest-thanks')}
      next={t('forms.contest-next', { email: sentBy?.email ?? '' })}
    >
      <ul className={styles.terms}>
        <li>{t('forms.contest-open', formatClosing(closes, lang, hydrated))}</li>
        <li>{t('forms.contest-age', { age: minAge })}</li>
        <li>{t('forms.contest-lives', { places })}</li>
        <li>{t('forms.contest-once')}</li>
      </ul>
      <ContactPart guest={guest} />
      <DateField
        label={t('forms.contest-birth-date')}
        hint={t('forms.contest-birth-date-hint')}
        {...guest.registered('birthDate')}
        autoComplete="bday"
        required
      />
      <div className={styles.two}>
        <ResidenceFields
          register={form.register}
          error={error}
          country={form.watch('country')}
          countries={countries}
          regions={regions}
          onCountry={() => form.setValue('region', '')}
        />
      </div>
      <AgreementField label={t('forms.contest-agreed')} {...guest.registered('agreed')} />
    </GuestFormCard>
  )
}

/** Returns the day and time of an instant in the guest's time zone. A prerendered page does not know the zone: before hydration in UTC. */
export function formatClosing(instant: string, lang: string, hydrated: boolean) {
  const at = new Date(instant)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return hydrated
    ? { date: formatFullDate(formatDay(at), lang), time: formatTime(at, timeZone, lang) }
    : {
        date: formatFullDate(at.toISOString().slice(0, 10), lang),
        time: `${formatTime(at, 'UTC', lang)} UTC`,
      }
}

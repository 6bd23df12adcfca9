import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { usePageQuery } from '../../api/content'
import { patterns } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import { SelectField } from '../../ui/form/Field'
import { useHydrated } from '../../ui/loading/useHydrated'
import { AgreementField } from './AgreementField'
import { AvailabilityGrid } from './AvailabilityGrid'
import { blankContact, ContactPart } from './ContactPart'
import { DateField, formatDay } from './DateField'
import { contactRules, optionalMessage } from './formRules'
import { GuestFormCard } from './GuestFormCard'
import { LocationField } from './LocationField'
import { MessageField } from './MessageField'
import { UploadField } from './UploadField'
import { useFormFiles } from './useFormFiles'
import { useGuestForm } from './useGuestForm'
import { useLocationStatus } from './useLocationStatus'
import { useUpload } from './useUpload'

const blank = {
  locationId: '',
  subject: '',
  availability: [] as string[],
  starts: '',
  message: '',
  resume: '',
  ...blankContact,
  agreed: false,
}

const rules = v.object({
  subject: v.pipe(v.string(), v.nonEmpty('forms.job-role-required')),
  locationId: v.pipe(v.string(), v.nonEmpty('problem.location-required')),
  availability: v.pipe(v.array(v.string()), v.nonEmpty('forms.job-availability-required')),
  starts: v.pipe(
    v.string(),
    v.check((day) => !day || day >= formatDay(new Date()), 'forms.job-starts-past'),
  ),
  message: optionalMessage,
  resume: v.string(),
  ...contactRules,
  agreed: v.pipe(v.boolean(), v.value(true, 'forms.job-agreed-required')),
})

/** A job application to a location. */
export function JobForm() {
  const { t } = useTranslation()
  const roles = useRoles()
  const guest = useGuestForm({
    kind: 'job-application',
    blank,
    rules,
    unsaved: ['resume'],
    toEntry: (fields) => ({ ...fields, resume: uploads.names[0] }),
  })
  const { form, error, sentBy } = guest
  const uploads = useUpload({ form: 'job-application', kind: 'pdf', max: 1, getToken: guest.getToken })
  const withResume = useFormFiles(guest, 'resume', uploads)
  const locationId = form.watch('locationId')
  const isClosed = useLocationStatus(locationId) === 'closed'
  const today = useHydrated() ? formatDay(new Date()) : undefined
  return (
    <GuestFormCard
      guest={withResume}
      title={t('forms.job-title')}
      send={t('forms.job-submit')}
      consent={t('forms.job-consent')}
      thanks={t('forms.job-thanks')}
      next={t('forms.job-next', { email: sentBy?.email ?? '' })}
    >
      <LocationField
        label={t('forms.job-location')}
        {...guest.controlled('locationId')}
        {...(isClosed && { error: t('forms.job-location-closed') })}
        required
      />
      <SelectField
        label={t('forms.job-role')}
        {...guest.registered('subject')}
        options={[...roles, t('forms.job-role-any')].map((role) => [role, role])}
        none={t('forms.residence-choose')}
        required
      />
      <AvailabilityGrid
        firstId={guest.fieldId('availability')}
        value={form.watch('availability')}
        onChange={(times) =>
          form.setValue('availability', times, { shouldValidate: form.formState.isSubmitted })
        }
        error={error('availability')}
      />
      <DateField label={t('forms.job-starts')} {...guest.registered('starts')} min={today} />
      <ContactPart guest={guest} phoneRequired />
      <MessageField guest={guest} label={t('forms.job-message')} hint={t('forms.job-message-hint')} />
      <UploadField
        label={t('forms.job-resume')}
        uploads={uploads}
        error={error('resume')}
        id={guest.fieldId('resume')}
      />
      <AgreementField label={t('forms.job-agreed')} {...guest.registered('agreed')} />
    </GuestFormCard>
  )
}

/** Returns the jobs of the page around the form. */
function useRoles(): string[] {
  const { locale } = useMarket()
  const { data: page } = usePageQuery({ locale, slug: patterns.careers })
  return page?.blocks.flatMap(({ jobs = [] }) => jobs.map(({ title }) => title)) ?? []
}

import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ChoiceField } from './ChoiceField'
import { blankContact, ContactPart } from './ContactPart'
import { contactWithOptionalPhone, pastDay, requiredChoice, requiredMessage } from './formRules'
import { GuestFormCard } from './GuestFormCard'
import { MessageField } from './MessageField'
import { useGuestForm } from './useGuestForm'
import { VisitPart } from './VisitPart'

const blank = { subject: '', message: '', locationId: '', visited: '', ...blankContact }

const rules = v.object({
  subject: requiredChoice('problem.subject-required'),
  message: requiredMessage,
  locationId: v.string(),
  visited: v.pipe(v.string(), pastDay),
  ...contactWithOptionalPhone,
})

const subjects = ['praise', 'complaint', 'idea', 'other'] as const

/** What was good, what was not, and what the guest would like on the menu. */
export function FeedbackForm() {
  const { t } = useTranslation()
  const guest = useGuestForm({ kind: 'feedback', blank, rules })
  return (
    <GuestFormCard
      guest={guest}
      title={t('forms.feedback-title')}
      thanks={t('forms.feedback-thanks', { name: guest.sentBy?.firstName ?? '' })}
    >
      <ChoiceField
        label={t('forms.feedback-subject')}
        options={subjects.map((value) => ({ value, label: t(`forms.feedback-${value}`) }))}
        {...guest.registered('subject')}
      />
      <MessageField guest={guest} required />
      <VisitPart guest={guest} />
      <ContactPart guest={guest} />
    </GuestFormCard>
  )
}

import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { TextField } from '../../ui/form/Field'
import { blankContact, ContactPart } from './ContactPart'
import { DateField } from './DateField'
import { contactWithOptionalPhone, pastDay, requiredMessage } from './formRules'
import { GuestFormCard } from './GuestFormCard'
import styles from './GuestFormCard.module.css'
import { LocationField } from './LocationField'
import { MessageField } from './MessageField'
import { Rating } from './Rating'
import { useGuestForm } from './useGuestForm'

const blank = { locationId: '', visited: '', guests: '', rating: 0, message: '', ...blankContact }

const rules = v.object({
  locationId: v.pipe(v.string(), v.nonEmpty('problem.location-required')),
  visited: v.pipe(v.string(), v.nonEmpty('forms.catering-day-required'), pastDay),
  guests: v.pipe(v.string(), v.trim(), v.regex(/^(?:[1-9]\d{0,4})?$/, 'forms.catering-guests-invalid')),
  rating: v.pipe(v.number(), v.minValue(1, 'problem.rating-required')),
  message: requiredMessage,
  ...contactWithOptionalPhone,
})

/** How a catered event went. */
export function CateringFeedbackForm() {
  const { t } = useTranslation()
  const guest = useGuestForm({
    kind: 'catering-feedback',
    blank,
    rules,
    toEntry: ({ guests, ...entry }) => ({ ...entry, guests: Number(guests) }),
  })
  return (
    <GuestFormCard
      guest={guest}
      title={t('forms.catering-title')}
      thanks={t('forms.catering-thanks', { name: guest.sentBy?.firstName ?? '' })}
    >
      <LocationField label={t('forms.catering-location')} {...guest.controlled('locationId')} required />
      <div className={styles.two}>
        <DateField label={t('forms.catering-day')} {...guest.registered('visited')} required />
        <TextField
          label={t('forms.catering-guests')}
          {...guest.registered('guests')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Rating {...guest.controlled('rating')} />
      <MessageField guest={guest} hint={t('forms.catering-hint')} required />
      <ContactPart guest={guest} />
    </GuestFormCard>
  )
}

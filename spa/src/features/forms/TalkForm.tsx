import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useMarket } from '../../market/useMarket'
import { TextField } from '../../ui/form/Field'
import { ChoiceField } from './ChoiceField'
import { blankContact, ContactPart } from './ContactPart'
import { contactWithOptionalPhone, optionalText, pastDay, requiredChoice, requiredMessage } from './formRules'
import { GuestFormCard } from './GuestFormCard'
import { MessageField } from './MessageField'
import { maxLengths } from './useFormText'
import { useGuestForm } from './useGuestForm'
import { VisitPart } from './VisitPart'

const blank = { subject: '', orderNumber: '', locationId: '', visited: '', message: '', ...blankContact }

const rules = v.object({
  subject: requiredChoice('problem.subject-required'),
  orderNumber: optionalText(maxLengths.orderNumber!),
  locationId: v.string(),
  visited: v.pipe(v.string(), pastDay),
  message: requiredMessage,
  ...contactWithOptionalPhone,
})

const subjects = ['order', 'lost-receipt', 'charge', 'compliment', 'allergens', 'other'] as const

/**
 * A message to the guest line. It is the only form of the markets without ordering: its texts are in form.json. The others also ask for
 * restaurant and day.
 */
export function TalkForm() {
  const { t } = useTranslation()
  const { acceptsOrders } = useMarket()
  const guest = useGuestForm({ kind: 'talk', blank, rules })
  return (
    <GuestFormCard
      guest={guest}
      title={t('form.talk-title')}
      thanks={t('form.talk-thanks', { name: guest.sentBy?.firstName ?? '' })}
    >
      <ChoiceField
        label={t('form.subject')}
        options={subjects.map((value) => ({ value, label: t(`form.subject-${value}`) }))}
        {...guest.registered('subject')}
      />
      <TextField
        label={t('form.order-number-optional')}
        hint={t('form.order-number-hint')}
        {...guest.registered('orderNumber')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {acceptsOrders && <VisitPart guest={guest} />}
      <MessageField guest={guest} required />
      <ContactPart guest={guest} />
    </GuestFormCard>
  )
}

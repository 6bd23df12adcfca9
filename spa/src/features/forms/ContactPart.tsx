import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ContactFields } from '../../ui/form/ContactFields'
import type { GuestForm } from './useGuestForm'

export interface ContactValues {
  firstName: string
  lastName: string
  email: string
  phone: string
}

export const blankContact: ContactValues = { firstName: '', lastName: '', email: '', phone: '' }

interface ContactPartProps<Fields extends FieldValues> {
  guest: GuestForm<Fields>
  phoneRequired?: boolean
  /** What the address is for; by default the answer. */
  emailHint?: string
}

/** The guest's name, email address and phone number. */
export function ContactPart<Fields extends ContactValues & FieldValues>({
  guest: { form, error },
  phoneRequired = false,
  emailHint,
}: ContactPartProps<Fields>) {
  const { t } = useTranslation()
  const email = 'email' as Path<Fields>
  const isLeft = (form.formState.touchedFields as Partial<Record<string, boolean>>).email
  return (
    <ContactFields
      register={(name) => form.register(name as Path<Fields>)}
      labels={{
        firstName: t('form.first-name'),
        lastName: t('form.last-name'),
        email: t('form.email'),
        phone: t(phoneRequired ? 'form.phone' : 'form.phone-optional'),
      }}
      hints={{ email: emailHint ?? t('form.email-hint') }}
      error={(name) => error(name as Path<Fields>)}
      leftEmail={isLeft ? form.watch(email) : undefined}
      suggestionText={(meant) => t('form.meant', { email: meant })}
      onAcceptSuggestion={(meant) => {
        form.setValue(email, meant as PathValue<Fields, Path<Fields>>, { shouldValidate: true })
        form.setFocus(email)
      }}
      phoneRequired={phoneRequired}
    />
  )
}

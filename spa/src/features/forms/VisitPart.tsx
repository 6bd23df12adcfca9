import { useTranslation } from 'react-i18next'
import { DateField } from './DateField'
import { LocationField } from './LocationField'
import type { GuestForm } from './useGuestForm'

type VisitForm = Pick<GuestForm<{ locationId: string; visited: string }>, 'registered' | 'controlled'>

/** The restaurant and the day that a message is about, both optional. */
export function VisitPart({ guest }: { guest: VisitForm }) {
  const { t } = useTranslation()
  return (
    <>
      <LocationField label={t('forms.location-optional')} {...guest.controlled('locationId')} />
      <DateField label={t('forms.visited-optional')} {...guest.registered('visited')} />
    </>
  )
}

import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateField } from './DateField'
import { LocationField } from './LocationField'
import type { GuestForm } from './useGuestForm'

/** The restaurant and the day that a message is about, both optional. */
export function VisitPart<Fields extends { locationId: string; visited: string } & FieldValues>({
  guest: { form, error, fieldId },
}: {
  guest: GuestForm<Fields>
}) {
  const { t } = useTranslation()
  const [location, visited] = ['locationId', 'visited'] as Path<Fields>[]
  return (
    <>
      <LocationField
        label={t('forms.location-optional')}
        value={form.watch(location!)}
        onChange={(id) =>
          form.setValue(location!, id as PathValue<Fields, Path<Fields>>, { shouldValidate: true })
        }
        error={error(location!)}
        id={fieldId(location!)}
      />
      <DateField
        label={t('forms.visited-optional')}
        registered={form.register(visited!)}
        error={error(visited!)}
      />
    </>
  )
}

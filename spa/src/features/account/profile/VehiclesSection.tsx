import { useTranslation } from 'react-i18next'
import {
  type ListSavedVehicle,
  type SavedVehicle,
  useAddVehicleMutation,
  useChangeVehicleMutation,
  useListVehiclesQuery,
  useRemoveVehicleMutation,
} from '../../../api/generated'
import { useVehicleTexts, VehicleFields, vehicleSchema } from '../../../ui/form/VehicleFields'
import { formatVehicle, noVehicle } from '../../../ui/form/vehicle'
import { type EntryForm, EntryList } from './EntryList'
import { PartForm } from './PartForm'
import { useFocusOnMount } from './useFocusOnMount'
import { usePartForm } from './usePartForm'

/** The cars for curbside orders. */
export function VehiclesSection() {
  const { t } = useTranslation()
  const [add] = useAddVehicleMutation()
  const [remove] = useRemoveVehicleMutation()
  return (
    <EntryList
      section="cars"
      query={useListVehiclesQuery()}
      entriesOf={({ entries }) => entries}
      describe={(vehicle) => ({ name: formatVehicle(vehicle) })}
      addLabel={t('profile.car-add')}
      form={(form) => <VehicleForm {...form} />}
      remove={(id, ifMatch) => remove({ id, 'If-Match': ifMatch }).unwrap()}
      restore={(savedVehicle) => add({ savedVehicle }).unwrap()}
    />
  )
}

function VehicleForm({ name, id, part, find, onDone }: EntryForm<SavedVehicle, ListSavedVehicle>) {
  const texts = useVehicleTexts()
  const [add] = useAddVehicleMutation()
  const [change] = useChangeVehicleMutation()
  const { form, error, state } = usePartForm({
    name,
    part,
    fieldsOf: (list: ListSavedVehicle) => {
      const { make, model, colour } = find(list) ?? noVehicle
      return { make, model, colour }
    },
    rules: () => vehicleSchema,
    save: (savedVehicle, ifMatch) =>
      id ? change({ id, 'If-Match': ifMatch, savedVehicle }).unwrap() : add({ savedVehicle }).unwrap(),
    onSaved: onDone,
  })
  useFocusOnMount(() => form.setFocus('make'))
  const labels = { make: texts.label('make'), model: texts.label('model'), colour: texts.label('colour') }
  return (
    <PartForm {...state} labels={labels} onCancel={onDone}>
      <VehicleFields register={form.register} error={error} />
    </PartForm>
  )
}

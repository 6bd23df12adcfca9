import { useTranslation } from 'react-i18next'
import {
  type ListSavedVehicle,
  useAddVehicleMutation,
  useChangeVehicleMutation,
  useListVehiclesQuery,
  useRemoveVehicleMutation,
} from '../../../api/generated'
import { useVehicleTexts, VehicleFields, vehicleSchema } from '../../../ui/form/VehicleFields'
import { formatVehicle, noVehicle } from '../../../ui/form/vehicle'
import { AccountForm } from '../AccountForm'
import { Elsewhere } from './Elsewhere'
import { EntryList } from './EntryList'
import { Loaded, Section } from './Section'
import { useFocusOnMount } from './useFocusOnMount'
import { usePartForm } from './usePartForm'

/** The cars for curbside orders. */
export function VehiclesSection() {
  const { t } = useTranslation()
  const query = useListVehiclesQuery()
  const [add] = useAddVehicleMutation()
  const [remove] = useRemoveVehicleMutation()
  return (
    <Section id="cars" title={t('profile.cars')} line={t('profile.cars-line')}>
      <Loaded query={query}>
        {(list) => (
          <EntryList
            section="cars"
            list={list}
            entries={list.entries}
            describe={(vehicle) => ({ name: formatVehicle(vehicle) })}
            addLabel={t('profile.car-add')}
            form={(name, id, onDone) => <VehicleForm name={name} list={list} id={id} onDone={onDone} />}
            remove={(id, ifMatch) => remove({ id, 'If-Match': ifMatch }).unwrap()}
            restore={(savedVehicle) => add({ savedVehicle }).unwrap()}
          />
        )}
      </Loaded>
    </Section>
  )
}

interface VehicleFormProps {
  name: string
  list: ListSavedVehicle
  id?: string
  onDone: () => void
}

function VehicleForm({ name, list, id, onDone }: VehicleFormProps) {
  const { t } = useTranslation()
  const texts = useVehicleTexts()
  const [add] = useAddVehicleMutation()
  const [change] = useChangeVehicleMutation()
  const { form, error, part, elsewhere } = usePartForm({
    name,
    part: list,
    fieldsOf: ({ entries }) => {
      const { make, model, colour } = entries.find((entry) => entry.id === id) ?? noVehicle
      return { make, model, colour }
    },
    rules: () => vehicleSchema,
    save: (savedVehicle, ifMatch) =>
      id ? change({ id, 'If-Match': ifMatch, savedVehicle }).unwrap() : add({ savedVehicle }).unwrap(),
    onSaved: onDone,
  })
  useFocusOnMount(() => form.setFocus('make'))
  return (
    <AccountForm {...part} label={t('account.save')} isPart onCancel={onDone}>
      <VehicleFields register={form.register} error={error} />
      {elsewhere && (
        <Elsewhere
          {...elsewhere}
          labels={{ make: texts.label('make'), model: texts.label('model'), colour: texts.label('colour') }}
        />
      )}
    </AccountForm>
  )
}

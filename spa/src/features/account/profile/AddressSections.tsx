import { useTranslation } from 'react-i18next'
import {
  type SavedAddress,
  useAddDeliveryAddressMutation,
  useChangeDeliveryAddressMutation,
  useGetPrimaryAddressQuery,
  useListDeliveryAddressesQuery,
  useRemoveDeliveryAddressMutation,
  useRemovePrimaryAddressMutation,
  useSetPrimaryAddressMutation,
} from '../../../api/generated'
import { versionOf } from '../../../api/profile'
import { AddressForm } from './AddressForm'
import { EntryList } from './EntryList'
import { addressTypes } from './profileRules'

function useDescription() {
  const { t } = useTranslation()
  return ({ type, address, unit, city, state, zip, instructions }: SavedAddress) => ({
    name: t(`profile.type-${addressTypes[type]}`),
    lines: [
      [address, unit].filter(Boolean).join(', '),
      `${city}, ${state} ${zip}`,
      ...(instructions ? [instructions] : []),
    ],
  })
}

/** The customer's own address. */
export function PrimaryAddressSection() {
  const { t } = useTranslation()
  const describe = useDescription()
  const query = useGetPrimaryAddressQuery()
  const [set] = useSetPrimaryAddressMutation()
  const [remove] = useRemovePrimaryAddressMutation()
  const save = (savedAddress: SavedAddress, ifMatch: string) =>
    set({ 'If-Match': ifMatch, savedAddress }).unwrap()
  return (
    <EntryList
      section="address"
      query={query}
      entriesOf={({ address }) => (address ? [address] : [])}
      max={1}
      describe={describe}
      addLabel={t('profile.address-add')}
      form={(form) => <AddressForm {...form} save={save} />}
      remove={(_, ifMatch) => remove({ 'If-Match': ifMatch }).unwrap()}
      restore={async (address) => {
        const { data } = await query.refetch()
        if (data && !data.address) await save(address, versionOf(data))
      }}
    />
  )
}

/** The addresses to which orders can be delivered. */
export function DeliveryAddressesSection() {
  const { t } = useTranslation()
  const describe = useDescription()
  const query = useListDeliveryAddressesQuery()
  const [add] = useAddDeliveryAddressMutation()
  const [change] = useChangeDeliveryAddressMutation()
  const [remove] = useRemoveDeliveryAddressMutation()
  return (
    <EntryList
      section="delivery"
      query={query}
      entriesOf={({ entries }) => entries}
      describe={describe}
      addLabel={t('profile.delivery-add')}
      form={(form) => (
        <AddressForm
          {...form}
          save={(savedAddress, ifMatch) =>
            form.id
              ? change({ id: form.id, 'If-Match': ifMatch, savedAddress }).unwrap()
              : add({ savedAddress }).unwrap()
          }
          withInstructions
        />
      )}
      remove={(id, ifMatch) => remove({ id, 'If-Match': ifMatch }).unwrap()}
      restore={(savedAddress) => add({ savedAddress }).unwrap()}
    />
  )
}

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
import { AddressForm, addressLines } from './AddressForm'
import { EntryList } from './EntryList'
import { addressTypes } from './profileRules'
import { Loaded, Section } from './Section'

function useDescription() {
  const { t } = useTranslation()
  return (address: SavedAddress) => ({
    name: t(`profile.type-${addressTypes[address.type]}`),
    lines: [...addressLines(address), ...(address.instructions ? [address.instructions] : [])],
  })
}

/** The customer's own address. */
export function PrimaryAddressSection() {
  const { t } = useTranslation()
  const describe = useDescription()
  const query = useGetPrimaryAddressQuery()
  const [set] = useSetPrimaryAddressMutation()
  const [remove] = useRemovePrimaryAddressMutation()
  return (
    <Section id="address" title={t('profile.address')} line={t('profile.address-line')}>
      <Loaded query={query}>
        {(primary) => (
          <EntryList
            section="address"
            list={primary}
            entries={primary.address ? [primary.address] : []}
            describe={describe}
            addLabel={primary.address ? undefined : t('profile.address-add')}
            form={(name, _, onDone) => (
              <AddressForm
                name={name}
                part={primary}
                find={({ address }) => address}
                save={(savedAddress, ifMatch) => set({ 'If-Match': ifMatch, savedAddress }).unwrap()}
                onDone={onDone}
              />
            )}
            remove={(_, ifMatch) => remove({ 'If-Match': ifMatch }).unwrap()}
            restore={async (savedAddress) => {
              const { data } = await query.refetch()
              if (data && !data.address) await set({ 'If-Match': versionOf(data), savedAddress }).unwrap()
            }}
          />
        )}
      </Loaded>
    </Section>
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
    <Section id="delivery" title={t('profile.delivery')} line={t('profile.delivery-line')}>
      <Loaded query={query}>
        {(list) => (
          <EntryList
            section="delivery"
            list={list}
            entries={list.entries}
            describe={describe}
            addLabel={t('profile.delivery-add')}
            form={(name, id, onDone) => (
              <AddressForm
                name={name}
                part={list}
                find={({ entries }) => entries.find((entry) => entry.id === id)}
                save={(savedAddress, ifMatch) =>
                  id
                    ? change({ id, 'If-Match': ifMatch, savedAddress }).unwrap()
                    : add({ savedAddress }).unwrap()
                }
                withInstructions
                onDone={onDone}
              />
            )}
            remove={(id, ifMatch) => remove({ id, 'If-Match': ifMatch }).unwrap()}
            restore={(savedAddress) => add({ savedAddress }).unwrap()}
          />
        )}
      </Loaded>
    </Section>
  )
}

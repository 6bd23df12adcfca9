import { storeObjection } from '../market/privacy'
import { writeStored } from '../market/storedChoices'
import type { ApiError } from './errors'
import { generated, type PrimaryAddress, type Profile } from './generated'
import { storing } from './storing'
import { token, tokenChanged } from './token'

const { upsertQueryData, updateQueryData } = generated.util

/**
 * Joins the stored `loggedInUser` of the specification with the profile: the header shows the name. The browser of a person who objected
 * to any sale objects too.
 */
function joinUser({ firstName, spendablePoints, noSale }: Profile) {
  if (!token()) return // signed out meanwhile
  if (noSale) storeObjection()
  writeStored('loggedInUser', JSON.stringify({ firstName, spendablePoints }))
  dispatchEvent(new Event(tokenChanged))
}

const setVersion =
  ({ version }: { version: number }) =>
  (part: { version: number }) => {
    part.version = version
  }

// The profile and the primary address are one stored row, so that a change of one gives both a new version.
const withProfile = storing<Profile>((profile, dispatch) => {
  joinUser(profile)
  dispatch(upsertQueryData('getProfile', undefined, profile))
  dispatch(updateQueryData('getPrimaryAddress', undefined, setVersion(profile)))
})
const withAddress = storing<PrimaryAddress>((address, dispatch) => {
  dispatch(upsertQueryData('getPrimaryAddress', undefined, address))
  dispatch(updateQueryData('getProfile', undefined, setVersion(address)))
})
const changesProfile = { invalidatesTags: [], onQueryStarted: withProfile }
const changesAddress = { invalidatesTags: [], onQueryStarted: withAddress }
/** A change that answers with all entries of a list, or with all choices. */
const replaces = (part: 'getNotifications' | 'listDeliveryAddresses' | 'listFavorites' | 'listVehicles') => ({
  invalidatesTags: [],
  onQueryStarted: storing((answer, dispatch) => dispatch(upsertQueryData(part, undefined, answer as never))),
})
/** A change after which these parts are fetched again. */
const refetches = (...parts: ('getProfile' | 'listLinkedProviders' | 'listPasskeys')[]) => ({
  invalidatesTags: [],
  onQueryStarted: storing((_, dispatch) => {
    for (const part of parts)
      dispatch(generated.endpoints[part].initiate(undefined, { forceRefetch: true, subscribe: false }))
  }),
})
const changesDelivery = replaces('listDeliveryAddresses')
const changesVehicles = replaces('listVehicles')
const changesFavorites = replaces('listFavorites')
const changesLinks = refetches('listLinkedProviders')
const changesPasskeys = refetches('listPasskeys')
const changesNothing = { invalidatesTags: [] }

generated.enhanceEndpoints({
  endpoints: {
    getProfile: { onQueryStarted: storing<Profile>(joinUser) },
    changeProfile: changesProfile,
    confirmEmail: refetches('getProfile', 'listLinkedProviders'), // the API removed the links
    deleteProfile: changesProfile,
    keepProfile: changesProfile,
    setPrimaryAddress: changesAddress,
    removePrimaryAddress: changesAddress,
    addDeliveryAddress: changesDelivery,
    changeDeliveryAddress: changesDelivery,
    removeDeliveryAddress: changesDelivery,
    addVehicle: changesVehicles,
    changeVehicle: changesVehicles,
    removeVehicle: changesVehicles,
    setFavorite: changesFavorites,
    removeFavorite: changesFavorites,
    setNotifications: replaces('getNotifications'),
    changeEmail: changesNothing,
    confirm: changesNothing,
    sendConfirmationCode: changesNothing,
    passkeyConfirmOptions: changesNothing,
    passkeyOptions: changesNothing,
    beginConfirmSocial: changesNothing,
    confirmSocial: changesNothing,
    beginLinkProvider: changesNothing,
    linkProvider: changesLinks,
    unlinkProvider: changesLinks,
    addPasskey: changesPasskeys,
    renamePasskey: changesPasskeys,
    removePasskey: changesPasskeys,
    changePassword: {
      invalidatesTags: [],
      onQueryStarted: storing((_, dispatch) =>
        dispatch(
          updateQueryData('listSessions', undefined, (sessions) => sessions.filter(({ current }) => current)),
        ),
      ),
    },
    endSession: {
      invalidatesTags: [],
      onQueryStarted: storing<unknown, { id: string }>((_, dispatch, { id }) =>
        dispatch(
          updateQueryData('listSessions', undefined, (sessions) => sessions.filter((s) => s.id !== id)),
        ),
      ),
    },
    exportProfile: { providesTags: [], keepUnusedDataFor: 0 },
  },
})

/** Returns the If-Match value of a part of the profile. */
export const versionOf = ({ version }: { version: number }) => `"${version}"`

/** Returns the part of the profile as another browser changed it, if a change was refused for that reason. */
export const changedElsewhere = <Part>({ problem }: ApiError): Part | undefined =>
  problem?.code === 'profile-changed' ? (problem.current as Part) : undefined

import { storeObjection } from '../market/privacy'
import { writeStored } from '../market/storedChoices'
import type { ApiError } from './errors'
import {
  type Favorites,
  generated,
  type ListSavedAddress,
  type ListSavedVehicle,
  type Notifications,
  type PrimaryAddress,
  type Profile,
} from './generated'
import { token, tokenChanged } from './token'

interface Lifecycle<Answer> {
  dispatch: (action: unknown) => void
  queryFulfilled: Promise<{ data: Answer }>
}

/** Returns a handler of a change that stores its answer: the whole part of the profile. No other part needs to be fetched again. */
const storing =
  <Answer>(store: (answer: Answer, dispatch: (action: unknown) => void) => void) =>
  async (_: unknown, { dispatch, queryFulfilled }: Lifecycle<Answer>) => {
    try {
      store((await queryFulfilled).data, dispatch)
    } catch {
      // The caller handles the error.
    }
  }

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
const changesDelivery = {
  invalidatesTags: [],
  onQueryStarted: storing<ListSavedAddress>((list, dispatch) =>
    dispatch(upsertQueryData('listDeliveryAddresses', undefined, list)),
  ),
}
const changesVehicles = {
  invalidatesTags: [],
  onQueryStarted: storing<ListSavedVehicle>((list, dispatch) =>
    dispatch(upsertQueryData('listVehicles', undefined, list)),
  ),
}
const changesFavorites = {
  invalidatesTags: [],
  onQueryStarted: storing<Favorites>((favorites, dispatch) =>
    dispatch(upsertQueryData('listFavorites', undefined, favorites)),
  ),
}
const changesNothing = { invalidatesTags: [] }
const changesEmail = {
  invalidatesTags: [],
  onQueryStarted: storing((_, dispatch) => {
    dispatch(generated.endpoints.getProfile.initiate(undefined, { forceRefetch: true, subscribe: false }))
    refetchesLinks(dispatch) // the API removed them
  }),
}
const refetchesLinks = (dispatch: (action: unknown) => void) =>
  dispatch(
    generated.endpoints.listLinkedProviders.initiate(undefined, { forceRefetch: true, subscribe: false }),
  )
const changesLinks = {
  invalidatesTags: [],
  onQueryStarted: storing((_, dispatch) => refetchesLinks(dispatch)),
}
const changesPasskeys = {
  invalidatesTags: [],
  onQueryStarted: storing((_, dispatch) =>
    dispatch(generated.endpoints.listPasskeys.initiate(undefined, { forceRefetch: true, subscribe: false })),
  ),
}

generated.enhanceEndpoints({
  endpoints: {
    getProfile: { onQueryStarted: storing<Profile>(joinUser) },
    changeProfile: changesProfile,
    confirmEmail: changesEmail,
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
    setNotifications: {
      invalidatesTags: [],
      onQueryStarted: storing<Notifications>((choices, dispatch) =>
        dispatch(upsertQueryData('getNotifications', undefined, choices)),
      ),
    },
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
      onQueryStarted: async ({ id }: { id: string }, { dispatch, queryFulfilled }: Lifecycle<unknown>) => {
        try {
          await queryFulfilled
          dispatch(
            updateQueryData('listSessions', undefined, (sessions) => sessions.filter((s) => s.id !== id)),
          )
        } catch {
          // The caller handles the error.
        }
      },
    },
    exportProfile: { providesTags: [], keepUnusedDataFor: 0 },
  },
})

/** Returns the If-Match value of a part of the profile. */
export const versionOf = ({ version }: { version: number }) => `"${version}"`

/** Returns the part of the profile as another browser changed it, if a change was refused for that reason. */
export const changedElsewhere = <Part>({ problem }: ApiError): Part | undefined =>
  problem?.code === 'profile-changed' ? (problem.current as Part) : undefined

import { readStored, writeStored } from '../market/storedChoices'
import { parseUser } from './firstName'
import { generated, type Points } from './generated'
import { token, tokenChanged } from './token'

interface Lifecycle {
  queryFulfilled: Promise<{ data: Points }>
}

/** Joins the stored `loggedInUser` with the points: the header shows them. */
async function joinPoints(_: unknown, { queryFulfilled }: Lifecycle) {
  try {
    const { spendable } = (await queryFulfilled).data
    if (!token()) return // signed out meanwhile
    const user = parseUser(readStored('loggedInUser'))
    if (user.spendablePoints === spendable) return
    writeStored('loggedInUser', JSON.stringify({ ...user, spendablePoints: spendable }))
    dispatchEvent(new Event(tokenChanged))
  } catch {
    // The caller handles the error.
  }
}

generated.enhanceEndpoints({ endpoints: { getPoints: { onQueryStarted: joinPoints } } })

export {
  useGetMysteryProgressQuery,
  useGetPointsQuery,
  useGetReferralsQuery,
  useGetWalletSuggestionQuery,
  useListAchievementsQuery,
  useListEntriesQuery,
  useListRewardsQuery,
  useListStoreItemsQuery,
  useOpenMysteryRewardMutation,
} from './generated'

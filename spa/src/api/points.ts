import { readStored, writeStored } from '../market/storedChoices'
import { parseUser } from './firstName'
import { generated, type Points } from './generated'
import { storing } from './storing'
import { token, tokenChanged } from './token'

/** Joins the stored `loggedInUser` with the points: the header shows them. */
function joinPoints({ spendable }: Points) {
  if (!token()) return // signed out meanwhile
  const user = parseUser(readStored('loggedInUser'))
  if (user.spendablePoints === spendable) return
  writeStored('loggedInUser', JSON.stringify({ ...user, spendablePoints: spendable }))
  dispatchEvent(new Event(tokenChanged))
}

generated.enhanceEndpoints({ endpoints: { getPoints: { onQueryStarted: storing(joinPoints) } } })

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

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useProblemText } from '../../../api/useProblemText'
import { useBasket } from '../../../basket/basket'
import { keptRewards } from '../../../basket/keptChoice'
import { pointsTaken, rewardsOf, useRewards } from '../../../basket/rewards'
import { announce } from '../../../ui/feedback/Announcer'
import { useSingleCall } from '../../../ui/form/useSingleCall'

/** Where a reward is: in the cart, set aside until there is a cart, or on the shelf. */
export type Place = 'cart' | 'aside' | 'shelf'

interface Usable {
  id: string
  label: string
  /** When the customer was given it; absent for a reward for points. */
  given?: string
}

/** Returns the DOM id of a reward's heading, which takes the focus after a press. */
export const headingOf = ({ id }: Pick<Usable, 'id'>) => `reward-${id}`

export type RewardUse = ReturnType<typeof useRewardUse>

/** Use of rewards: a press adds one to the cart, or sets it aside until there is a cart; another one puts it back. */
export function useRewardUse() {
  const { t } = useTranslation()
  const wording = useProblemText()
  const { basket } = useBasket()
  const rewards = useRewards()
  const [aside, setAside] = useState(keptRewards)
  const [failure, setFailure] = useState<{ id: string; text: string }>()
  const { run } = useSingleCall()
  const used = rewardsOf(basket)

  const use = (reward: Usable, change: () => Promise<string>) =>
    run(async () => {
      setFailure(undefined)
      try {
        announce(await change())
        setAside(keptRewards())
        document.getElementById(headingOf(reward))?.focus() // the pressed button is gone
      } catch (refusal) {
        setFailure({ id: reward.id, text: wording(refusal as ApiError) })
      }
    })

  return {
    /** Points that the rewards of the cart take. */
    taken: pointsTaken(basket),
    errorOf: ({ id }: Usable) => (failure?.id === id ? failure.text : undefined),
    placeOf: ({ id }: Usable): Place => {
      if (used.some((reward) => reward.id === id)) return 'cart'
      return aside.includes(id) && !basket ? 'aside' : 'shelf'
    },
    take: (reward: Usable) =>
      use(reward, async () => {
        const isInBasket = await rewards.add(reward.id, reward.given ? 'given' : 'reward', reward.label)
        return isInBasket ? t('deals.reward-added', { label: reward.label }) : t('rewards.aside')
      }),
    putBack: (reward: Usable) =>
      use(reward, async () => {
        await rewards.remove(reward.id)
        return t('deals.reward-removed', { label: reward.label })
      }),
  }
}

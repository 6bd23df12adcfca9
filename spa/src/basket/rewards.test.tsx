import { expect, test, vi } from 'vitest'
import { renderHookAt, storeWith } from '../renderAt'
import { basketFixture } from './fixtures'
import { keepChoice, keptChoice } from './keptChoice'
import { useRewards } from './rewards'

const sent = vi.fn<(path: string, body: unknown) => void>()

function rewardsWith(quote: string | null) {
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST')
      sent(new URL(request.url).pathname.replace(/^.*discount-management/, ''), await request.json())
    return Response.json(basketFixture())
  })
  return renderHookAt('/', () => useRewards(), storeWith({ quote, country: quote && 'US' })).result.current
}

test('a removed reward is forgotten and removed from the basket: the server may have added it', async () => {
  keepChoice('reward', 'free-shake')
  await rewardsWith('token').remove('free-shake')
  expect(keptChoice('reward')).toBeNull()
  expect(sent.mock.calls).toEqual([['/rewards/remove', { orderId: 'token', reward: 'free-shake' }]])
})

test('without a basket a removed reward is only forgotten, and another one stays kept', async () => {
  keepChoice('reward', 'free-shake')
  await rewardsWith(null).remove('free-burger')
  expect(keptChoice('reward')).toBe('free-shake')
  await rewardsWith(null).remove('free-shake')
  expect(keptChoice('reward')).toBeNull()
  expect(sent).not.toHaveBeenCalled()
})

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Achievement, Given as GivenReward } from '../../../api/generated'
import { loadTranslations } from '../../../i18n/i18n'
import { renderAt } from '../../../renderAt'
import { Achievements } from './Achievements'
import { Given } from './Given'
import { Mystery } from './Mystery'
import { Referral } from './Referral'
import { smallBurger } from './smallBurger'
import type { RewardUse } from './useRewardUse'

let answers: Record<string, object | number>
const posted = vi.fn<(path: string, body: unknown) => void>()

beforeEach(async () => {
  await Promise.all([loadTranslations('en', 'account'), loadTranslations('en', 'order')])
  answers = {}
  // The time zone of the device: the expiry of the birthday gift is midnight there.
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Chicago' }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace(/^.*\/(loyalty|my-profile)\//, '')
    if (request.method === 'POST') posted(path, await request.json())
    const answer = answers[`${request.method} ${path}`] ?? 500
    return typeof answer === 'number' ? new Response('{}', { status: answer }) : Response.json(answer)
  })
})

const given = (id: string, more: Partial<GivenReward>): GivenReward => ({
  id,
  kind: 3,
  type: 2,
  itemType: 4,
  label: 'A shake',
  given: '2026-11-13T18:00:00Z',
  state: 'open',
  ...more,
})
const use = {
  taken: 0,
  errorOf: () => undefined,
  placeOf: () => 'shelf' as const,
  take: vi.fn(async () => undefined),
  putBack: vi.fn(async () => undefined),
} satisfies RewardUse

test('given rewards are coupons that one press uses, with those of the past below', async () => {
  const open = given('birthday-2026', { expires: '2026-12-05T06:00:00Z', terms: 'One an order.' })
  answers['GET rewards'] = {
    rewards: [
      open,
      given('anniversary-2026', { type: 4, label: 'A side', state: 'held' }),
      given('achievement-first', { type: 3, label: '10 points', points: 10, state: 'used', itemType: 1 }),
      given('mystery-2', { type: 1, kind: 7, label: '', state: 'wrapped', itemType: 2 }),
    ],
  }
  renderAt('/user-profile/loyalty', <Given use={use} />)
  const coupons = within(await screen.findByRole('region', { name: 'On the house' }))
  coupons.getByText('For your birthday')
  coupons.getByText('Good until 12/04/2026.')
  coupons.getByText('It’s with an order that is being placed.')
  coupons.getByText('Added to your points')
  expect(coupons.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(coupons.getByRole('button', { name: 'Use it: A shake' }))
  expect(use.take).toHaveBeenCalledWith(open)
})

test.each([
  ['no given rewards', { rewards: [] }],
  ['a failure', 500],
])('with %s the section is absent', async (_, answer) => {
  answers['GET rewards'] = answer
  renderAt('/user-profile/loyalty', <Given use={use} />)
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('a wrapped tray is opened by a press, and says what is in it', async () => {
  answers['GET mystery-reward/progress'] = { done: 0, steps: 5, wrapped: 'mystery-1' }
  answers['POST mystery-reward'] = given('mystery-1', { type: 1, kind: 7, label: 'A burger' })
  renderAt('/user-profile/loyalty', <Mystery />)
  await screen.findByRole('heading', { name: 'This one’s for you.' })
  answers['GET mystery-reward/progress'] = { done: 0, steps: 5 }
  fireEvent.click(screen.getByRole('button', { name: 'Unwrap it' }))
  const heading = await screen.findByRole('heading', { name: 'A burger' })
  expect(posted).toHaveBeenCalledWith('mystery-reward', { id: 'mystery-1' })
  expect(document.activeElement).toBe(heading)
  screen.getByText('It’s below, and ready to use.')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['points show their number', { points: 1250 }, '+1,250', undefined, false],
  ['a coupon shows its dish', { picture: 'dishes/pit-fries' }, undefined, '#dish-pit-fries', false],
  ['a coupon without a picture shows a burger', {}, undefined, undefined, true],
])('in an opened tray %s', async (_, won, text, dish, hasBurger) => {
  answers['GET mystery-reward/progress'] = { done: 0, steps: 5, wrapped: 'mystery-1' }
  answers['POST mystery-reward'] = given('mystery-1', { label: 'A prize', ...won })
  const { container } = renderAt('/user-profile/loyalty', <Mystery />)
  fireEvent.click(await screen.findByRole('button', { name: 'Unwrap it' }))
  await screen.findByRole('heading', { name: 'A prize' })
  expect(container.querySelector('svg[data-opened] text')?.textContent).toBe(text)
  expect(container.querySelector('svg[data-opened] use')?.getAttribute('href')).toBe(dish)
  const { container: drawing } = render(<svg aria-hidden="true">{smallBurger}</svg>)
  const burger = drawing.firstElementChild!.innerHTML
  expect(container.querySelector('svg[data-opened]')?.innerHTML.includes(burger)).toBe(hasBurger)
})

test('a tray that cannot be opened stays wrapped, with the reason', async () => {
  answers['GET mystery-reward/progress'] = { done: 0, steps: 5, wrapped: 'mystery-1' }
  renderAt('/user-profile/loyalty', <Mystery />)
  fireEvent.click(await screen.findByRole('button', { name: 'Unwrap it' }))
  await screen.findByRole('alert')
  screen.getByRole('heading', { name: 'This one’s for you.' })
})

test('before the next tray its progress is shown', async () => {
  answers['GET mystery-reward/progress'] = { done: 3, steps: 5 }
  renderAt('/user-profile/loyalty', <Mystery />)
  await screen.findByText('We wrap one up after 2 more orders. Even the cook doesn’t know.')
  screen.getByText('3 of 5')
})

test('a failure of the progress leaves only a message', async () => {
  renderAt('/user-profile/loyalty', <Mystery />)
  await screen.findByText('The wrapped tray is stuck in the kitchen. The rest of your rewards is here.')
  expect(screen.queryByRole('heading')).toBeNull()
})

test('achievements show their progress, or when they were earned', async () => {
  const achievement = (id: string, more: Partial<Achievement>): Achievement => ({
    id,
    label: id,
    text: 'Do it.',
    badge: 'first',
    done: 0,
    goal: 1,
    reward: '10 points',
    ...more,
  })
  answers['GET achievements'] = {
    achievements: [
      achievement('First bite', { done: 1, earned: '2026-11-20T18:00:00Z' }),
      achievement('Grill hopper', { badge: 'grills', done: 2, goal: 5, reward: 'A side' }),
    ],
  }
  renderAt('/user-profile/loyalty', <Achievements />)
  const [first, hopper] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toBe('First biteDo it.Earned 11/20/2026. You got: 10 points')
  expect(hopper?.textContent).toBe('Grill hopperDo it.You get: A side2 of 5')
})

test('the referral shows the code, shares it, and lists what friends brought', async () => {
  const writeText = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  answers['GET referrals'] = { ownCode: 'ANNA57', friends: [{ given: '2026-11-20T18:00:00Z', points: 50 }] }
  renderAt('/user-profile/loyalty', <Referral rule={{ label: '50 points', friendLabel: '25 points' }} />)
  await screen.findByText('ANNA57')
  screen.getByRole('heading', { name: '1 friend fed' })
  fireEvent.click(screen.getByRole('button', { name: 'Share the code' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/ANNA57.*\/signup$/))
})

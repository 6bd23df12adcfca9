import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Basket } from '../../../api/generated'
import { renderAt } from '../../../renderAt'
import { notify, snapshot } from '../../../ui/overlay/notifications'
import { usePlacement } from './usePlacement'

test('a confirmation that is rate-limited leaves the order’s state unknown', async () => {
  const body = { code: 'too-many-attempts', message: '', errors: [], params: { minutes: 15 } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 429 }))
  const placingBasket = { orderId: 'basket', version: 3, state: 'placing', orderToken: 'order' } as Basket
  const Phase = () => <p>{usePlacement(placingBasket).state.phase}</p>
  renderAt('/payment', <Phase />)
  expect(await screen.findByText(/unsure|refused/)).toHaveProperty('textContent', 'unsure')
})

test('a placed order removes the notifications of the cart', async () => {
  const answer = { state: 'placed', orderToken: 'order' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)))
  const Pay = () => {
    const { place } = usePlacement({ orderId: 'basket', version: 3, state: 'open' } as Basket)
    return <button type="button" onClick={() => place({ free: { contact: {} as never } })} />
  }
  renderAt('/payment', <Pay />)
  notify({ text: 'Removed', type: 'info' })
  fireEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => expect(snapshot()).toEqual([]))
})

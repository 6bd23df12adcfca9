import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { ReviewInvitation } from './ReviewInvitation'

test('the review knows the order, and the URL does not have its token', async () => {
  const { router } = renderAt(
    '/ca/fr-ca/orders/secret',
    <ReviewInvitation order={{ orderToken: 'secret' } as Order} />,
  )
  fireEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/contact\/review-us$/))
  const { pathname, search, hash, state } = router.state.location
  expect(pathname + search + hash).not.toContain('secret')
  expect(state).toEqual({ orderToken: 'secret' })
})

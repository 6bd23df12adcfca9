import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { placeLayers } from '../../food/stack'
import { renderAt } from '../../renderAt'
import { ItemIllustration } from './ItemIllustration'

const item = { picture: '' } as Parameters<typeof ItemIllustration>[0]['item']

test.each([
  ['/quote/everyday/brookside/burgers/x', '2\u00a0in'],
  ['/ca/fr-ca/quote/everyday/brookside/burgers/x', '4\u00a0cm'],
])('the ruler behind a burger names its unit: %s', async (path, first) => {
  renderAt(
    path,
    <ItemIllustration
      item={item}
      layers={placeLayers(['heel', 'patty', 'crown'])}
      back={{ to: '/', label: 'Menu' }}
    >
      here
    </ItemIllustration>,
  )
  await screen.findByText('here')
  expect(document.querySelector('[data-mark]')?.getAttribute('data-mark')).toBe(first)
})

import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Splash } from './Splash'

test('the first page shows its places while its code and words come', () => {
  const { container } = render(<Splash />)
  expect(container.querySelectorAll('.block')).toHaveLength(3)
})

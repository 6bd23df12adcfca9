import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Splash } from './Splash'

test('the first page shows placeholders while code and translations load', () => {
  const { container } = render(<Splash />)
  expect(container.querySelectorAll('.block')).toHaveLength(3)
})

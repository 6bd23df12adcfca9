import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '../../renderAt'
import { AvailabilityGrid } from './AvailabilityGrid'

/** Renders the grid with its state; returns the times last reported. */
function show(path = '/', start: string[] = []) {
  const reported: { times: string[] } = { times: start }
  function Grid() {
    const [times, setTimes] = useState(start)
    reported.times = times
    return <AvailabilityGrid value={times} onChange={setTimes} error="Choose one." />
  }
  renderAt(path, <Grid />)
  return reported
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a table has a named checkbox for each part of each day', () => {
  const reported = show()
  expect(screen.getAllByRole('checkbox')).toHaveLength(28)
  expect(screen.getAllByRole('rowheader')).toHaveLength(7)
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Morning',
    'After\u00adnoon', // hyphenated on phones
    'Evening',
    'Night',
  ])
  fireEvent.click(box('Sunday, Night'))
  fireEvent.click(box('Monday, Morning'))
  expect(reported.times).toEqual(['mon-morning', 'sun-night'])
  fireEvent.click(box('Sunday, Night'))
  expect(reported.times).toEqual(['mon-morning'])
})

test('the name of a day takes the whole day, completes it, and clears it', () => {
  const reported = show('/', ['tue-evening', 'wed-night'])
  const tuesday = screen.getByRole('button', { name: 'Tuesday, the whole day' })
  expect(tuesday.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(tuesday)
  expect(reported.times).toEqual(['tue-morning', 'tue-afternoon', 'tue-evening', 'tue-night', 'wed-night'])
  expect(tuesday.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(tuesday)
  expect(reported.times).toEqual(['wed-night'])
})

test('the group names its error, and the days are in the language of the site', () => {
  show('/ca/fr-ca')
  expect(screen.getByRole('checkbox', { name: 'mercredi, Night' })).toBeDefined()
  const group = screen.getByRole('group')
  const described = group.getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Choose one.')
})

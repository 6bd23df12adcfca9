import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetToken, storeToken } from '../../../api/storedToken'
import { renderAt } from '../../../renderAt'
import type { Vehicle } from '../../../ui/form/vehicle'
import { KeepCar, SavedCars, useSavedCars } from './SavedCars'

const civic = { make: 'Honda', model: 'Civic', colour: 'silver' }
const truck = { make: 'Ford', model: 'F-150', colour: 'red' }
const rental = { make: 'Kia', model: 'Rio', colour: 'white' }

/** Bodies of the changes. */
const added = vi.fn()
const chosen = vi.fn()

beforeEach(() => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST') added(await request.json())
    return Response.json({
      version: 1,
      entries: [
        { id: '1', ...civic },
        { id: '2', ...truck },
      ],
    })
  })
})

function Form({ car }: { car: Vehicle }) {
  const saved = useSavedCars(true)
  return (
    <>
      <SavedCars saved={saved} car={car} onChoose={chosen} />
      <KeepCar saved={saved} car={car} />
      <button type="button" onClick={() => void saved.keep(car)}>
        Go on
      </button>
    </>
  )
}

const goOn = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Go on' })))

test('a customer with two cars chooses one', async () => {
  renderAt('/checkout', <Form car={civic} />)
  const other = await screen.findByRole('button', { name: 'Ford F-150, red' })
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Honda Civic, silver')
  fireEvent.click(other)
  expect(chosen.mock.lastCall?.[0]).toMatchObject(truck)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await goOn()
  expect(added).not.toHaveBeenCalled()
})

test('another car joins the profile only if the customer wants that', async () => {
  renderAt('/checkout', <Form car={rental} />)
  const keep = await screen.findByRole('checkbox', { name: 'Keep this car in my profile' })
  await goOn()
  expect(added).not.toHaveBeenCalled()
  fireEvent.click(keep)
  await goOn()
  expect(added.mock.calls).toEqual([[rental]])
})

test('a guest is offered neither', async () => {
  forgetToken()
  const { container } = renderAt('/checkout', <Form car={civic} />)
  await goOn()
  expect(container.querySelectorAll('button, input')).toHaveLength(1)
})

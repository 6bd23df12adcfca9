import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import type { ApiError } from '../../../api/errors'
import { useAddVehicleMutation, useListVehiclesQuery } from '../../../api/generated'
import { selectSignedIn } from '../../../api/session'
import { useProblemText } from '../../../api/useProblemText'
import { Chip } from '../../../ui/form/Chip'
import tick from '../../../ui/form/Tick.module.css'
import { formatVehicle, type Vehicle } from '../../../ui/form/vehicle'
import { notify } from '../../../ui/overlay/notifications'
import styles from '../Checkout.module.css'

const isSame = (one: Vehicle, other: Vehicle) => formatVehicle(one) === formatVehicle(other)

/** Returns the cars of the customer's profile for a curbside order, and adds the car of the form to them if the customer wants that. */
export function useSavedCars(curbside: boolean) {
  const wording = useProblemText()
  const isSignedIn = useSelector(selectSignedIn)
  const { data } = useListVehiclesQuery(undefined, { skip: !isSignedIn || !curbside })
  const [add] = useAddVehicleMutation()
  const [isKept, setIsKept] = useState(false)
  const cars = data?.entries
  async function keep({ make, model, colour }: Vehicle) {
    const savedVehicle = { make, model, colour }
    if (!isKept || cars?.some((car) => isSame(car, savedVehicle))) return
    try {
      await add({ savedVehicle }).unwrap()
    } catch (error) {
      notify({ type: 'error', text: wording(error as ApiError), closeAfter: 6000 })
    }
  }
  return { cars, isKept, setIsKept, keep }
}

interface CarOfForm {
  saved: ReturnType<typeof useSavedCars>
  /** The car of the form. */
  car: Vehicle
}

/** The cars of the customer's profile, to choose from. Nothing if the form has the only one. */
export function SavedCars({ saved, car, onChoose }: CarOfForm & { onChoose: (car: Vehicle) => void }) {
  if (!saved.cars?.some((one) => !isSame(one, car))) return null
  return (
    <div className={styles.cars}>
      {saved.cars.map((one) => (
        <Chip key={one.id} aria-pressed={isSame(one, car)} onClick={() => onChoose(one)}>
          {formatVehicle(one)}
        </Chip>
      ))}
    </div>
  )
}

/** Adds the car of the form to the customer's profile. Guests, and customers who have it there, see nothing. */
export function KeepCar({ saved, car }: CarOfForm) {
  const { t } = useTranslation()
  if (!saved.cars || saved.cars.some((one) => isSame(one, car))) return null
  return (
    <label className={styles.keepCar}>
      <input
        className={tick.tick}
        type="checkbox"
        checked={saved.isKept}
        onChange={({ target }) => saved.setIsKept(target.checked)}
      />
      {t('curbside.keep-car')}
    </label>
  )
}

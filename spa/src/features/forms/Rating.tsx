import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../food/Stack'
import { placeLayers } from '../../food/stack'
import { FieldError } from '../../ui/form/Field'
import styles from './Rating.module.css'

const ratings = [1, 2, 3, 4, 5] as const

/** A burger with as many patties as the rating. */
const burgers = ratings.map((rating) => {
  const patties = Array.from({ length: rating }, (_, n) =>
    n % 2 ? ['patty-2', 'cheese-2'] : ['patty', 'cheese'],
  )
  const layers = placeLayers(['heel', ...patties.flat(), 'crown'])
  return { rating, layers, shadow: new Set(layers.map(({ key }) => key)) }
})

interface RatingProps {
  /** 1 to 5; 0 before the guest has rated. */
  value: number
  onChange: (rating: number) => void
  error?: string
  /** Id of the first radio button, for the form's error summary. */
  id?: string
}

/** A rating of 1 to 5 as a line-up of growing burgers. Those above the rating are shadows. */
export function Rating({ value, onChange, error, id }: RatingProps) {
  const { t } = useTranslation()
  const ids = useId()
  return (
    <fieldset className={styles.rating} aria-describedby={error && `${ids}-error`}>
      <legend>{t('forms.review-rating')}</legend>
      <div className={styles.lineup} data-ground="stage">
        {burgers.map(({ rating, layers, shadow }) => (
          <label key={rating} className={styles.option}>
            <input
              type="radio"
              id={rating === 1 ? id : undefined}
              name={ids}
              value={rating}
              checked={value === rating}
              onChange={() => onChange(rating)}
            />
            <span className={styles.burger}>
              <Stack layers={layers} missing={rating > value ? shadow : undefined} />
            </span>
            <span className={styles.board}>
              {rating}
              <span className="visually-hidden"> {t(`forms.review-rating-${rating}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {/* The radio buttons' names say the same. */}
      <p className={value > 0 ? styles.verdict : styles.hint} aria-hidden="true">
        {value > 0 ? t(`forms.review-rating-${value as 1}`) : t('forms.review-rating-hint')}
      </p>
      <FieldError id={`${ids}-error`}>{error}</FieldError>
    </fieldset>
  )
}

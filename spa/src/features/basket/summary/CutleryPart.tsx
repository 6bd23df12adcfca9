import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import type { Basket } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import tick from '../../../ui/form/Tick.module.css'
import type { BasketActions } from '../useBasketActions'
import styles from './Summary.module.css'

/** Opt-in for the cutlery kit. */
export function CutleryPart({ basket, cart }: { basket: Basket; cart: BasketActions }) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const [pending, setPending] = useState<boolean>()
  const [error, setError] = useState<string>()

  const set = async (cutlery: boolean) => {
    setPending(cutlery)
    setError(undefined)
    try {
      await cart.setCutlery(cutlery)
    } catch (refusal) {
      setError(wording(refusal as ApiError))
    } finally {
      setPending((now) => (now === cutlery ? undefined : now)) // the guest may have changed it again
    }
  }

  return (
    <section className={styles.part}>
      <h2>{t('summary.cutlery')}</h2>
      <label className={styles.option}>
        <input
          className={tick.tick}
          type="checkbox"
          checked={pending ?? basket.cutlery}
          onChange={({ target }) => void set(target.checked)}
        />
        <span>
          <b>{t('summary.cutlery-add')}</b>
          <small>{t('summary.cutlery-line')}</small>
        </span>
      </label>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

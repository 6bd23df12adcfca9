import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import type { Basket } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { Field } from '../../../ui/form/Field'
import type { BasketActions } from '../useBasketActions'
import styles from './Summary.module.css'

/** Maximum characters on the kitchen's ticket. */
const maxLength = 500

/** Special instructions for the whole order. They are saved on blur. */
export function NotePart({ basket, cart }: { basket: Basket; cart: BasketActions }) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const [text, setText] = useState(basket.instructions ?? '')
  const [error, setError] = useState<string>()
  const [saved, setSaved] = useState(false)
  const length = [...text.trim()].length
  const tooLong = { code: 'instructions-too-long', params: { max: maxLength } }

  const save = async () => {
    if (text.trim() === (basket.instructions ?? '')) return
    if (length > maxLength) return setError(wording(tooLong))
    setError(undefined)
    try {
      await cart.setInstructions(text)
      setSaved(true)
    } catch (refusal) {
      setError(wording(refusal as ApiError, 'app.failed-note'))
    }
  }

  return (
    <section className={styles.part}>
      <h2>{t('summary.note')}</h2>
      <Field label={t('summary.note-label')} hint={t('summary.note-hint')} error={error}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={text}
            autoComplete="off"
            onChange={({ target }) => {
              setText(target.value)
              setSaved(false)
              if (error) setError([...target.value.trim()].length > maxLength ? wording(tooLong) : undefined)
            }}
            onBlur={save}
          />
        )}
      </Field>
      <p className={styles.saved} role="status">
        {saved && t('summary.kept')}
        {length > maxLength - 100 && !saved && t('summary.characters', { length, max: maxLength })}
      </p>
    </section>
  )
}

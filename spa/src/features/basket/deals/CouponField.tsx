import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useProblemText } from '../../../api/useProblemText'
import { Button } from '../../../ui/form/Button'
import { Field } from '../../../ui/form/Field'
import { TextButton } from '../../../ui/form/TextButton'
import { useError } from '../useAsyncAction'
import styles from './Deals.module.css'

interface CouponFieldProps {
  /** The basket has a code already. */
  again: boolean
  /** Adds the code to the basket; rejects with an ApiError. */
  onApply: (code: string) => Promise<void>
}

/** A field for a coupon's code, closed until the guest says that there is one. A refused code stays in it. */
export function CouponField({ again, onApply }: CouponFieldProps) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const [open, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useError()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (open) input.current?.focus()
  }, [open])
  useEffect(() => {
    if (error) input.current?.scrollIntoView?.({ block: 'center' })
  }, [error])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!code.trim()) {
      setError(t('problem.field-required'))
      return input.current?.focus()
    }
    setBusy(true)
    setError(undefined)
    try {
      await onApply(code.trim())
      setCode('')
      setOpen(false)
    } catch (refusal) {
      setError(wording(refusal as ApiError))
      input.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.entry}>
      <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(again ? 'deals.another-code' : 'deals.have-code')}
      </TextButton>
      {open && (
        <form className={styles.code} noValidate onSubmit={(event) => void submit(event)}>
          <Field label={t('deals.code')} error={error}>
            {(control) => (
              <input
                {...control}
                ref={input}
                type="text"
                value={code}
                maxLength={64}
                autoComplete="off"
                autoCapitalize="characters"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="done"
                onChange={({ target }) => {
                  setCode(target.value)
                  setError(undefined)
                }}
              />
            )}
          </Field>
          <Button type="submit" tone="second" small aria-disabled={busy || undefined}>
            {t('deals.apply')}
          </Button>
        </form>
      )}
    </div>
  )
}

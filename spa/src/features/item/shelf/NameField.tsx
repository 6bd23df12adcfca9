import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useProblemText } from '../../../api/useProblemText'
import { Button } from '../../../ui/form/Button'
import { Field } from '../../../ui/form/Field'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './Shelf.module.css'

const longestName = 40

interface NameFieldProps {
  name: string
  submit: string
  /** Stores the name. It throws the error of a refused call. */
  onName: (name: string) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the name of a build. It is no form of its own, because the item page has it inside the form that orders. */
export function NameField({ name: before, submit, onName, onCancel }: NameFieldProps) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const [name, setName] = useState(before.slice(0, longestName))
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  async function send() {
    if (isSending) return
    if (!name.trim()) return setError(t('problem.field-required'))
    setIsSending(true)
    setError(undefined)
    try {
      await onName(name.trim())
    } catch (thrown) {
      const refusal = thrown as ApiError
      setError(wording(refusal.problem?.problems?.[0] ?? refusal))
      setIsSending(false)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter') return
    event.preventDefault()
    void send()
  }

  return (
    <div className={styles.name}>
      <Field label={t('item.shelf-name')} error={error}>
        {(control) => (
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the guest pressed a button to enter the name
            autoFocus
            type="text"
            autoComplete="off"
            maxLength={longestName}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button tone="second" small aria-disabled={isSending || undefined} onClick={() => void send()}>
          {submit}
        </Button>
        <TextButton onClick={onCancel}>{t('item.shelf-cancel')}</TextButton>
      </div>
    </div>
  )
}

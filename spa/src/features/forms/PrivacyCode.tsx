import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { useProblemText } from '../../api/useProblemText'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'
import { Field } from '../../ui/form/Field'
import { TextButton } from '../../ui/form/TextButton'
import styles from './PrivacyCode.module.css'
import { useFormText } from './useFormText'

interface PrivacyCodeProps {
  email: string
  /** Verifies the request. It throws the error of a refused call. */
  verify: (code: string) => Promise<unknown>
  /** Mails a new code; the code before stops working. */
  renew: () => Promise<unknown>
  /** Back to the empty form, for a mistyped address. */
  onStartOver: () => void
}

/** Second step of a privacy request: the code of the mail. Only then does the request reach the desk. */
export function PrivacyCode({ email, verify, renew, onStartOver }: PrivacyCodeProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const text = useFormText()
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const running = useRef<'verify' | 'renew'>(undefined)
  const [busy, setBusy] = useState<'verify' | 'renew'>()
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isSent, setIsSent] = useState(false)
  useEffect(() => heading.current?.focus(), [])

  /** Runs a call unless one is under way. */
  async function run(name: 'verify' | 'renew', call: () => Promise<unknown>) {
    if (running.current) return
    running.current = name
    setBusy(name)
    setError(undefined)
    setFailure(undefined)
    setIsSent(false)
    try {
      await call()
    } catch (reason) {
      const refusal = reason as ApiError
      if (refusal.problem?.code.startsWith('code-')) {
        setError(problemText(refusal))
        field.current?.focus()
      } else setFailure(text.failure(refusal))
    } finally {
      running.current = undefined
      setBusy(undefined)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = field.current!.value.replaceAll(/[\s-]/g, '') // some mail programs copy it with spaces or hyphens
    if (/^\d{6}$/.test(code)) return void run('verify', () => verify(code))
    setError(t('forms.privacy-code-required'))
    field.current?.focus()
  }

  const sendAgain = () =>
    run('renew', async () => {
      await renew()
      field.current!.value = ''
      setIsSent(true)
      field.current!.focus()
    })

  return (
    <section className={styles.step} aria-labelledby="privacy-code">
      <h3 ref={heading} id="privacy-code" tabIndex={-1}>
        {t('forms.privacy-code-heading')}
      </h3>
      <p>{t('forms.privacy-code-line')}</p>
      <form noValidate onSubmit={submit}>
        <Field label={t('forms.privacy-code')} hint={t('forms.privacy-code-hint', { email })} error={error}>
          {(control) => (
            <input
              {...control}
              ref={field}
              className={styles.code}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              required
            />
          )}
        </Field>
        {failure && (
          <Notice tone="bad" role="alert">
            <p>{failure}</p>
          </Notice>
        )}
        <Button type="submit" aria-busy={busy === 'verify' || undefined}>
          {t(busy === 'verify' ? 'forms.privacy-code-busy' : 'forms.privacy-code-submit')}
        </Button>
      </form>
      <div className={styles.others}>
        <TextButton onClick={() => void sendAgain()}>{t('forms.privacy-code-again')}</TextButton>
        <TextButton onClick={onStartOver}>{t('forms.privacy-code-other')}</TextButton>
      </div>
      <div role="status">
        {isSent && (
          <Notice tone="info">
            <p>{t('forms.privacy-code-sent')}</p>
          </Notice>
        )}
      </div>
    </section>
  )
}

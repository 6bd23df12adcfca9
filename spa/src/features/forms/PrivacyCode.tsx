import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { useProblemText } from '../../api/useProblemText'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'
import { TextField } from '../../ui/form/Field'
import { TextButton } from '../../ui/form/TextButton'
import { useSingleCall } from '../../ui/form/useSingleCall'
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

interface State {
  isVerifying?: true
  /** Another code was mailed. */
  isSent?: true
  /** Of the field. */
  error?: string
  /** Of the call. */
  failure?: string
}

/** Second step of a privacy request: the code of the mail. Only then does the request reach the desk. */
export function PrivacyCode({ email, verify, renew, onStartOver }: PrivacyCodeProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const text = useFormText()
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const single = useSingleCall()
  const [{ isVerifying, isSent, error, failure }, setState] = useState<State>({})
  useEffect(() => heading.current?.focus(), [])

  const run = (call: () => Promise<State>, meanwhile: State = {}) =>
    single.run(async () => {
      setState(meanwhile)
      try {
        setState(await call())
      } catch (reason) {
        const refusal = reason as ApiError
        const isWrong = refusal.problem?.code.startsWith('code-')
        setState(isWrong ? { error: problemText(refusal) } : { failure: text.failure(refusal) })
        if (isWrong) field.current?.focus()
      }
    })

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = field.current!.value.replaceAll(/[\s-]/g, '') // some mail programs copy it with spaces or hyphens
    if (/^\d{6}$/.test(code)) return void run(() => verify(code).then(() => ({})), { isVerifying: true })
    setState((before) => ({ ...before, error: t('forms.privacy-code-required') }))
    field.current?.focus()
  }

  const sendAgain = () =>
    run(async () => {
      await renew()
      field.current!.value = ''
      field.current!.focus()
      return { isSent: true }
    })

  return (
    <section className={styles.step} aria-labelledby="privacy-code">
      <h3 ref={heading} id="privacy-code" tabIndex={-1}>
        {t('forms.privacy-code-heading')}
      </h3>
      <p>{t('forms.privacy-code-line')}</p>
      <form noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={t('forms.privacy-code')}
          hint={t('forms.privacy-code-hint', { email })}
          error={error}
          className={styles.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
        />
        {failure && (
          <Notice tone="bad" role="alert">
            <p>{failure}</p>
          </Notice>
        )}
        <Button type="submit" aria-busy={isVerifying}>
          {t(isVerifying ? 'forms.privacy-code-busy' : 'forms.privacy-code-submit')}
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

import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'
import { TextField } from '../../ui/form/Field'
import { TextButton } from '../../ui/form/TextButton'
import { AccountForm, type AccountFormProps, Failure } from './AccountForm'
import styles from './AccountForm.module.css'
import { codeRules } from './formRules'
import { useFocusOnMount } from './profile/useFocusOnMount'
import { useAccountForm } from './useAccountForm'
import { useAction } from './useAction'

interface CodeFormProps extends Pick<AccountFormProps, 'label' | 'isPart' | 'onCancel'> {
  hint?: string
  confirm: (code: string) => Promise<unknown>
  /** Mails a new code; the code before stops working. */
  renew: () => Promise<unknown>
  /** True if a press opened it: the field gets the focus. */
  isOpened?: boolean
  /** Reports what is in the field. */
  onType?: (code: string) => void
  /** For a sign-up: what to do when neither a code nor a mail is left. */
  startOver?: ReactNode
  /** A text between the form and the button that mails a new code. */
  children?: ReactNode
}

/** No try is left, or the code's time is over. */
function isUsedUp({ problem }: ApiError) {
  return problem?.code === 'code-expired' || (problem?.code === 'code-wrong' && problem.params?.left === 0)
}

/** A mailed code and the button that has a new one mailed. A code that is used up gives its place to that button. */
export function CodeForm(props: CodeFormProps) {
  const { hint, label, confirm, renew, isPart, onCancel, isOpened, onType, startOver, children } = props
  const { t } = useTranslation()
  const [isDead, setIsDead] = useState(false)
  const [news, setNews] = useState<'sent' | 'limit'>()
  const newCode = useRef<HTMLButtonElement>(null)
  const { run, failure } = useAction()
  const { form, registered, clear, ...state } = useAccountForm({
    rules: codeRules,
    blank: { code: '' },
    refusals: { 'code-wrong': { field: 'code' } },
    send: async ({ code }) => {
      setNews(undefined)
      try {
        await confirm(code)
      } catch (error) {
        if (!isUsedUp(error as ApiError)) throw error
        setIsDead(true)
        onType?.('')
        requestAnimationFrame(() => newCode.current?.focus()) // the field and its button are gone
      }
    },
  })
  useFocusOnMount(() => isOpened && form.setFocus('code'))
  const mailAgain = () =>
    run(async () => {
      setNews(undefined)
      clear()
      try {
        await renew()
        form.reset()
        onType?.('')
        setIsDead(false)
        setNews('sent')
        requestAnimationFrame(() => form.setFocus('code'))
      } catch (error) {
        const { code } = (error as ApiError).problem ?? {}
        if (!startOver || (code !== 'too-many-attempts' && code !== 'code-expired')) throw error
        if (code === 'code-expired') setIsDead(true)
        setNews('limit')
      }
    })
  const isOver = isDead && news === 'limit'
  return (
    <>
      {isDead ? (
        <div className={styles.fields}>
          <Notice tone="bad" role="alert">
            <p>{t(isOver ? 'account.code-over' : 'account.code-dead')}</p>
          </Notice>
          <div className={isPart ? styles.row : undefined}>
            {isOver ? (
              startOver
            ) : (
              <Button ref={newCode} wide={!isPart} onClick={() => void mailAgain()}>
                {t('account.code-again')}
              </Button>
            )}
            {onCancel && <TextButton onClick={onCancel}>{t('profile.cancel')}</TextButton>}
          </div>
        </div>
      ) : (
        <AccountForm {...state} label={label} isPart={isPart} onCancel={onCancel}>
          <TextField
            label={t('account.code')}
            hint={hint}
            {...registered('code', { onChange: ({ target }) => onType?.(target.value) })}
            className={styles.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
          />
        </AccountForm>
      )}
      <div>
        {!isDead && (
          <>
            {children}
            <TextButton onClick={() => void mailAgain()}>{t('account.code-again')}</TextButton>
          </>
        )}
        <div role="status">
          {news && !isOver && (
            <Notice tone={news === 'sent' ? 'info' : 'bad'}>
              <p>{t(news === 'sent' ? 'account.code-sent' : 'account.code-limit')}</p>
            </Notice>
          )}
        </div>
        <Failure text={failure} />
      </div>
    </>
  )
}

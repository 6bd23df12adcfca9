import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { ApiError } from '../../api/errors'
import {
  useBeginConfirmSocialMutation,
  useConfirmMutation,
  useListLinkedProvidersQuery,
  useListSocialQuery,
  usePasskeyConfirmOptionsMutation,
  useSendConfirmationCodeMutation,
} from '../../api/generated'
import { TextButton } from '../../ui/form/TextButton'
import { Modal } from '../../ui/overlay/Modal'
import { AccountForm, Failure } from './AccountForm'
import styles from './AccountForm.module.css'
import { CodeForm } from './CodeForm'
import { passwordRules } from './formRules'
import { PasswordField } from './PasswordField'
import { answerWithPasskey, isApiError, supportsPasskeys } from './passkeys/authenticator'
import { type ProviderId, providerNames } from './social/providers'
import { type Returned, useReturnFromProvider } from './social/useReturnFromProvider'
import { useAccountForm } from './useAccountForm'
import { useAction } from './useAction'

interface ConfirmAgainContext {
  run: <Answer>(call: () => Promise<Answer>, part: string) => Promise<Answer>
  returned?: Returned
}

const Confirming = createContext<ConfirmAgainContext>({ run: (call) => call() })

/**
 * Returns a function that runs a call of a section of the page. If the API answers confirm-again, the page's one dialog asks for a proof,
 * and the call runs again. If the customer closes the dialog, the refusal is thrown: the form keeps what was entered. A customer who
 * confirms at a provider leaves the page, and comes back to the section.
 */
export function useConfirmAgain(part: string) {
  const { run } = useContext(Confirming)
  return <Answer,>(call: () => Promise<Answer>) => run(call, part)
}

/** Returns how the customer came back to a section of the page from a provider; undefined if not. */
export function useReturned(part: string): Returned | undefined {
  const { returned } = useContext(Confirming)
  return returned?.part === part ? returned : undefined
}

/** The dialog that asks customers to prove again who they are, for the calls of its children. */
export function ConfirmAgain({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [waiting, setWaiting] = useState<{ end: (isConfirmed: boolean) => void }>()
  const [asked, setAsked] = useState({ times: 0, part: '' })
  const returned = useReturnFromProvider()
  const run = useCallback<ConfirmAgainContext['run']>(async (call, part) => {
    try {
      return await call()
    } catch (error) {
      if ((error as ApiError).problem?.code !== 'confirm-again') throw error
      setAsked(({ times }) => ({ times: times + 1, part }))
      const isConfirmed = await new Promise<boolean>((end) => setWaiting({ end }))
      setWaiting(undefined)
      if (!isConfirmed) throw error
      return call()
    }
  }, [])
  const context = useMemo(() => ({ run, returned }), [run, returned])
  return (
    <Confirming value={context}>
      {children}
      <Modal
        open={waiting !== undefined}
        title={t('account.confirm-title')}
        onClose={() => waiting?.end(false)}
      >
        {asked.times > 0 && (
          <Proof key={asked.times} part={asked.part} onConfirmed={() => waiting?.end(true)} />
        )}
      </Modal>
    </Confirming>
  )
}

interface ProofProps {
  /** The section of the page that the call is of. */
  part: string
  onConfirmed: () => void
}

function Proof({ part, onConfirmed }: ProofProps) {
  const [byCode, setByCode] = useState(false)
  return byCode ? (
    <CodeProof onConfirmed={onConfirmed} />
  ) : (
    <PasswordProof part={part} onConfirmed={onConfirmed} onMailed={() => setByCode(true)} />
  )
}

function PasswordProof({ part, onConfirmed, onMailed }: ProofProps & { onMailed: () => void }) {
  const { t } = useTranslation()
  const [confirm] = useConfirmMutation()
  const { registered, ...state } = useAccountForm({
    rules: passwordRules,
    blank: { password: '' },
    refusals: { 'password-wrong': { field: 'password' } },
    send: async (confirmAgainInputBody) => {
      await confirm({ confirmAgainInputBody }).unwrap()
      onConfirmed()
    },
  })
  return (
    <>
      <p>{t('profile.confirm-line')}</p>
      <AccountForm {...state} label={t('account.confirm-submit')}>
        <PasswordField
          label={t('account.password')}
          {...registered('password')}
          autoComplete="current-password"
        />
      </AccountForm>
      <div className={styles.row}>
        <MailCode onMailed={onMailed}>{t('account.confirm-mail')}</MailCode>
        {supportsPasskeys() && <PasskeyProof onConfirmed={onConfirmed} />}
        <ProviderProofs part={part} />
      </div>
    </>
  )
}

function CodeProof({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation()
  const [confirm] = useConfirmMutation()
  const [send] = useSendConfirmationCodeMutation()
  return (
    <>
      <p role="status">{t('account.confirm-mailed')}</p>
      <CodeForm
        label={t('account.confirm-submit')}
        confirm={async (code) => {
          await confirm({ confirmAgainInputBody: { code } }).unwrap()
          onConfirmed()
        }}
        renew={() => send().unwrap()}
        isOpened
      />
    </>
  )
}

function PasskeyProof({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation()
  const [begin] = usePasskeyConfirmOptionsMutation()
  const [confirm] = useConfirmMutation()
  const { run, failure } = useAction()
  const prove = () =>
    run(async () => {
      try {
        const passkey = await answerWithPasskey(await begin().unwrap())
        await confirm({ confirmAgainInputBody: { passkey } }).unwrap()
        onConfirmed()
      } catch (error) {
        if (isApiError(error)) throw error // otherwise the customer cancelled
      }
    })
  return (
    <div>
      <TextButton onClick={() => void prove()}>{t('account.passkey-use')}</TextButton>
      <Failure text={failure} />
    </div>
  )
}

/** Leads to the linked providers, which ask for the sign-in again. */
function ProviderProofs({ part }: { part: string }) {
  const { t } = useTranslation()
  const { data: linked = [] } = useListLinkedProvidersQuery()
  const { data: configured = [] } = useListSocialQuery()
  const { pathname } = useLocation()
  const [begin] = useBeginConfirmSocialMutation()
  const { run, failure } = useAction()
  const leave = (provider: ProviderId) =>
    run(async () => {
      const beginLinkInputBody = { returnTo: `${pathname}#${part}` }
      const { url } = await begin({ provider, beginLinkInputBody }).unwrap()
      if (url) location.assign(url)
    })
  return (
    <>
      {configured
        .filter(({ id }) => linked.some((provider) => provider.id === id))
        .map(({ id }) => (
          <TextButton key={id} onClick={() => void leave(id)}>
            {t('profile.confirm-provider', { provider: providerNames[id] })}
          </TextButton>
        ))}
      <Failure text={failure} />
    </>
  )
}

function MailCode({ onMailed, children }: { onMailed: () => void; children: string }) {
  const [send] = useSendConfirmationCodeMutation()
  const { run, failure } = useAction()
  return (
    <div>
      <TextButton
        onClick={() =>
          void run(async () => {
            await send().unwrap()
            onMailed()
          })
        }
      >
        {children}
      </TextButton>
      <Failure text={failure} />
    </div>
  )
}

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { ApiError } from '../../api/errors'
import {
  type ConfirmAgainInputBody,
  useBeginConfirmSocialMutation,
  useConfirmMutation,
  useListLinkedProvidersQuery,
  useListSocialQuery,
  usePasskeyConfirmOptionsMutation,
  useSendConfirmationCodeMutation,
} from '../../api/generated'
import { TextButton } from '../../ui/form/TextButton'
import { Modal } from '../../ui/overlay/Modal'
import { Failure } from './AccountForm'
import styles from './AccountForm.module.css'
import { CodeForm } from './CodeForm'
import { PasswordForm } from './PasswordForm'
import { answerWithPasskey, isApiError, supportsPasskeys } from './passkeys/authenticator'
import { type ProviderId, providerNames } from './social/providers'
import { type Returned, useReturnFromProvider } from './social/useReturnFromProvider'
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

/** Asks for the password, or a mailed code, a passkey, or the sign-in at a linked provider. */
function Proof({ part, onConfirmed }: ProofProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [isMailed, setIsMailed] = useState(false)
  const [confirm] = useConfirmMutation()
  const [mailCode] = useSendConfirmationCodeMutation()
  const [beginPasskey] = usePasskeyConfirmOptionsMutation()
  const [beginSocial] = useBeginConfirmSocialMutation()
  const { data: linked = [] } = useListLinkedProvidersQuery()
  const { data: configured = [] } = useListSocialQuery()
  const { run, failure } = useAction()
  // The prompt of a passkey may wait for long. The other proofs stay available.
  const passkey = useAction()
  const prove = async (confirmAgainInputBody: ConfirmAgainInputBody) => {
    await confirm({ confirmAgainInputBody }).unwrap()
    onConfirmed()
  }
  const byMail = async () => {
    await mailCode().unwrap()
    setIsMailed(true)
  }
  const byPasskey = async () => {
    try {
      await prove({ passkey: await answerWithPasskey(await beginPasskey().unwrap()) })
    } catch (error) {
      if (isApiError(error)) throw error // otherwise the customer cancelled
    }
  }
  const byProvider = async (provider: ProviderId) => {
    const beginLinkInputBody = { returnTo: `${pathname}#${part}` }
    const { url } = await beginSocial({ provider, beginLinkInputBody }).unwrap()
    if (url) location.assign(url)
  }
  if (isMailed)
    return (
      <>
        <p role="status">{t('account.confirm-mailed')}</p>
        <CodeForm
          label={t('account.confirm-submit')}
          confirm={(code) => prove({ code })}
          renew={() => mailCode().unwrap()}
          isOpened
        />
      </>
    )
  return (
    <>
      <p>{t('profile.confirm-line')}</p>
      <PasswordForm
        label={t('account.confirm-submit')}
        send={(password) => prove({ password })}
        refusals={{ 'password-wrong': { field: 'password' } }}
      />
      <div className={styles.row}>
        <TextButton onClick={() => void run(byMail)}>{t('account.confirm-mail')}</TextButton>
        {supportsPasskeys() && (
          <TextButton onClick={() => void passkey.run(byPasskey)}>{t('account.passkey-use')}</TextButton>
        )}
        {configured
          .filter(({ id }) => linked.some((provider) => provider.id === id))
          .map(({ id }) => (
            <TextButton key={id} onClick={() => void run(() => byProvider(id))}>
              {t('profile.confirm-provider', { provider: providerNames[id] })}
            </TextButton>
          ))}
      </div>
      <Failure text={failure ?? passkey.failure} />
    </>
  )
}

import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { object } from 'valibot'
import {
  type Passkey,
  useListPasskeysQuery,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { Button } from '../../../ui/form/Button'
import { TextField } from '../../../ui/form/Field'
import { TextButton } from '../../../ui/form/TextButton'
import { AccountForm, Failure } from '../AccountForm'
import { useConfirmAgain } from '../ConfirmAgain'
import { required } from '../formRules'
import { supportsPasskeys } from '../passkeys/authenticator'
import { useAddPasskey } from '../passkeys/useAddPasskey'
import { useAccountForm } from '../useAccountForm'
import { useAction } from '../useAction'
import { Entry } from './Entry'
import styles from './Profile.module.css'
import { Loaded, Section } from './Section'
import { focusLater, useFocusOnMount } from './useFocusOnMount'

/** The customer's passkeys: add, rename and remove them. */
export function PasskeysSection() {
  const { t } = useTranslation()
  const query = useListPasskeysQuery()
  const add = useAddPasskey()
  const [remove] = useRemovePasskeyMutation()
  const confirmed = useConfirmAgain('passkeys')
  const { run, failure } = useAction()
  const removePasskey = (id: string) =>
    run(async () => {
      await confirmed(() => remove({ id }).unwrap())
      document.getElementById('passkeys')?.focus()
    })
  return (
    <Section id="passkeys">
      <Loaded query={query}>
        {(passkeys) =>
          passkeys.length > 0 && (
            <ul className={styles.entries}>
              {passkeys.map((passkey) => (
                <KeptPasskey
                  key={passkey.id}
                  passkey={passkey}
                  onRemove={() => void removePasskey(passkey.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Failure text={failure} />
      {supportsPasskeys() && (
        <Button tone="second" small className={styles.start} onClick={() => void run(add)}>
          {t('account.passkey-add')}
        </Button>
      )}
    </Section>
  )
}

interface KeptPasskeyProps {
  passkey: Passkey
  onRemove: () => void
}

function KeptPasskey({ passkey: { id, name, used, created }, onRemove }: KeptPasskeyProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const [isOpen, setIsOpen] = useState(false)
  const date = (time: string) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(new Date(time))
  const close = () => {
    setIsOpen(false)
    focusLater(`passkey-${id}`)
  }
  if (isOpen)
    return (
      <li>
        <Name id={id} name={name} onDone={close} />
      </li>
    )
  return (
    <Entry
      name={name}
      lines={[
        used
          ? t('account.passkey-used', { date: date(used) })
          : t('account.passkey-created', { date: date(created) }),
      ]}
    >
      <TextButton
        id={`passkey-${id}`}
        aria-label={t('account.passkey-rename', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t('account.rename')}
      </TextButton>
      <TextButton aria-label={t('account.passkey-remove', { name })} onClick={onRemove}>
        {t('account.remove')}
      </TextButton>
    </Entry>
  )
}

const nameRules = (t: TFunction) => object({ name: required(t('problem.field-required')) })

function Name({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const { t } = useTranslation()
  const [rename] = useRenamePasskeyMutation()
  const { form, registered, ...state } = useAccountForm({
    rules: nameRules,
    blank: { name },
    send: async (renamePasskeyInputBody) => {
      await rename({ id, renamePasskeyInputBody }).unwrap()
      onDone()
    },
  })
  useFocusOnMount(() => form.setFocus('name'))
  return (
    <AccountForm {...state} label={t('account.save')} isPart onCancel={onDone}>
      <TextField
        label={t('account.passkey-name')}
        {...registered('name')}
        autoComplete="off"
        maxLength={60}
        required
      />
    </AccountForm>
  )
}

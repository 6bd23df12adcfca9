import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangePasswordMutation } from '../../../api/generated'
import { Button } from '../../../ui/form/Button'
import { notify } from '../../../ui/overlay/notifications'
import { useConfirmAgain, useReturned } from '../ConfirmAgain'
import { PasswordForm } from '../PasswordForm'
import styles from './Profile.module.css'
import { Section } from './Section'
import { focusLater } from './useFocusOnMount'

/** Sets a new password. */
export function PasswordSection({ email }: { email: string }) {
  const { t } = useTranslation()
  const [change] = useChangePasswordMutation()
  const confirmed = useConfirmAgain('password')
  const returned = useReturned('password')
  const [isOpen = returned !== undefined, setIsOpen] = useState<boolean>()
  const close = () => {
    setIsOpen(false)
    focusLater('password')
  }
  return (
    <Section id="password">
      {isOpen ? (
        <PasswordForm
          field={t('account.new-password')}
          label={t('profile.password-submit')}
          isNew
          send={async (password) => {
            await confirmed(() => change({ passwordInputBody: { password } }).unwrap())
            notify({ type: 'success', text: t('profile.password-changed') })
            close()
          }}
          email={email}
          isOpened
          isPart
          onCancel={close}
        />
      ) : (
        <Button tone="second" small className={styles.start} onClick={() => setIsOpen(true)}>
          {t('profile.password-change')}
        </Button>
      )}
    </Section>
  )
}

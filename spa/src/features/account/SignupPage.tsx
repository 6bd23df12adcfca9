import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { safeParse } from 'valibot'
import { useSignUpMutation } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { useMarket, usePaths } from '../../market/useMarket'
import { EmailField, TextField } from '../../ui/form/Field'
import { formatPostalCode } from '../../ui/form/fieldFormats'
import { Accordion } from '../../ui/layout/Accordion'
import { AccountForm } from './AccountForm'
import styles from './AccountForm.module.css'
import { AccountFrame, Aside } from './AccountFrame'
import { blankSignUp, type SignUpFields, signUpRules } from './formRules'
import { PasswordField } from './PasswordField'
import { storePendingCode } from './pendingCode'
import { returnPath } from './returnPath'
import { SocialSignIn } from './social/SocialSignIn'
import { useAccountForm } from './useAccountForm'

/** The required fields, each with the layer that it adds to the burger. */
const layerOf = {
  firstName: 'heel',
  lastName: 'lettuce',
  phone: 'tomato',
  email: 'patty',
  confirmEmail: 'cheese',
  password: 'patty-2',
  confirmPassword: 'cheese-2',
} as const
const layers = [...Object.values(layerOf), 'crown']

/** Sign-up form. Each finished field adds a layer to the burger; the code of the mail adds the last one. */
export function SignupPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const { country } = market
  const paths = usePaths()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [wasSignedIn] = useState(useSelector(selectSignedIn))
  const [signUp] = useSignUpMutation()
  const { form, registered, ...state } = useAccountForm({
    rules: signUpRules,
    blank: blankSignUp,
    send: async (signUpInputBody) => {
      const answer = await signUp({ signUpInputBody }).unwrap()
      storePendingCode('signUp', { signUp: answer.signUp, email: signUpInputBody.email })
      void navigate(paths.page('confirmEmail') + search)
    },
  })
  if (wasSignedIn) return <Navigate to={returnPath(search, market)} replace />
  const inCanada = country === 'CA'
  const issues = safeParse(signUpRules(t), form.watch()).issues ?? []
  const open = new Set(issues.map(({ path }) => path?.[0]?.key))
  const missing = new Set(
    ['crown', ...open].map((name) => `${layers.indexOf(layerOf[name as keyof typeof layerOf] ?? name)}`),
  )
  /** Validates a repeated field again when the first one changes. */
  const recheck = (name: keyof SignUpFields) => ({
    onChange: () => {
      const { isTouched, invalid } = form.getFieldState(name)
      if (isTouched || invalid) void form.trigger(name)
    },
  })
  const text = (name: keyof SignUpFields, label: string, autoComplete: string, required = false) => (
    <TextField
      label={label}
      {...registered(name, {
        onBlur: () => name === 'zip' && form.setValue('zip', formatPostalCode(form.getValues('zip'))),
      })}
      type={name === 'phone' ? 'tel' : 'text'}
      autoComplete={autoComplete}
      maxLength={200}
      required={required}
    />
  )
  return (
    <AccountFrame
      title={t('account.signup-title')}
      heading={t('account.signup-heading')}
      line={t('account.signup-line')}
      layers={layers}
      missing={missing}
    >
      <AccountForm {...state} label={t('account.signup-submit')}>
        <div className={styles.two}>
          {text('firstName', t('checkout.first-name'), 'given-name', true)}
          {text('lastName', t('checkout.last-name'), 'family-name', true)}
        </div>
        {text('phone', t('checkout.phone'), 'tel', true)}
        <EmailField
          label={t('checkout.email')}
          {...registered('email', recheck('confirmEmail'))}
          autoComplete="username"
        />
        <EmailField
          label={t('account.confirm-email-field')}
          {...registered('confirmEmail')}
          autoComplete="email"
        />
        <PasswordField
          label={t('account.password')}
          hint={t('account.password-hint')}
          {...registered('password', recheck('confirmPassword'))}
          autoComplete="new-password"
        />
        <PasswordField
          label={t('account.confirm-password')}
          {...registered('confirmPassword')}
          autoComplete="new-password"
        />
        <Accordion title={t('account.optional')}>
          <div className={styles.optional}>
            {text('referralCode', t('account.referral'), 'off')}
            {text('address', t('account.address'), 'street-address')}
            {text('city', t('payment.city'), 'address-level2')}
            <div className={styles.two}>
              {text('state', t(inCanada ? 'payment.province' : 'payment.state'), 'address-level1')}
              {text('zip', t(inCanada ? 'payment.postal-code' : 'payment.zip'), 'postal-code')}
            </div>
          </div>
        </Accordion>
      </AccountForm>
      <Aside question={t('account.known')} page="login">
        {t('account.login-title')}
      </Aside>
      <SocialSignIn />
    </AccountFrame>
  )
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import * as v from 'valibot'
import { type Receipt, useSendPrivacyCodeMutation, useVerifyPrivacyMutation } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { markets } from '../../market/market'
import { readTab, writeTab } from '../../market/tabStorage'
import { useMarket, usePaths } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'
import { TextField } from '../../ui/form/Field'
import { ChoiceField } from './ChoiceField'
import { blankContact, ContactPart } from './ContactPart'
import { contactWithOptionalPhone, optionalMessage, optionalText } from './formRules'
import { GuestFormCard, TicketCard } from './GuestFormCard'
import { MessageField } from './MessageField'
import { PrivacyCode } from './PrivacyCode'
import styles from './PrivacyForm.module.css'
import { PrivacyReceipt } from './PrivacyReceipt'
import { ResidenceFields } from './ResidenceFields'
import { hasRegion } from './residenceRules'
import { useGuestForm } from './useGuestForm'

const requests = ['know', 'delete', 'correct', 'limit'] as const

/** Countries of the brand's sites, and any other. */
const countries = [...new Set<string>(markets.map(({ country }) => country)), 'ZZ']

const rules = v.pipe(
  v.object({
    request: v.pipe(v.string(), v.nonEmpty('forms.privacy-request-required')),
    ...contactWithOptionalPhone,
    country: v.string(),
    region: v.string(),
    message: optionalMessage,
    agent: optionalText(100),
  }),
  v.forward(v.partialCheck([['country'], ['region']], hasRegion, 'forms.residence-required'), ['region']),
)

/** A request that waits for its mailed code. */
interface PendingRequest {
  id: string
  email: string
}

/** Name of the pending request in the tab's storage. */
const storageKey = 'form-ccpa-code'

/** A request about personal data: the form, the mailed code, and the receipt with the dates of the answer. */
export function PrivacyForm() {
  const { t } = useTranslation()
  const [pending, setPending] = useState<PendingRequest>()
  const [receipt, setReceipt] = useState<Receipt>()
  const [verify] = useVerifyPrivacyMutation()
  const [renew] = useSendPrivacyCodeMutation()
  const isSignedIn = useSelector(selectSignedIn)
  const paths = usePaths()
  useEffect(() => setPending(readTab(storageKey)), []) // after hydration: the static page has the form

  function proceed(to: PendingRequest | undefined) {
    writeTab(storageKey, to)
    setPending(to)
  }

  if (receipt) return <PrivacyReceipt receipt={receipt} />
  if (pending)
    return (
      <TicketCard title={t('forms.privacy-code-title')}>
        <PrivacyCode
          email={pending.email}
          verify={async (code) => {
            setReceipt(await verify({ case: pending.id, verifyInputBody: { code } }).unwrap())
            writeTab(storageKey, undefined)
          }}
          renew={() => renew({ case: pending.id }).unwrap()}
          onStartOver={() => proceed(undefined)}
        />
      </TicketCard>
    )
  return (
    <div className={styles.parts}>
      {isSignedIn && (
        <Notice tone="info" title={t('forms.privacy-profile-title')} className={styles.notice}>
          <p>{t('forms.privacy-profile-line')}</p>
          <p>
            <Link to={paths.page('profile')}>{t('forms.privacy-profile-link')}</Link>
          </p>
        </Notice>
      )}
      <RequestForm onSent={proceed} />
    </div>
  )
}

function RequestForm({ onSent }: { onSent: (pending: PendingRequest) => void }) {
  const { t } = useTranslation()
  const { country } = useMarket()
  const [blank] = useState({
    request: '',
    ...blankContact,
    country: country as string,
    region: '',
    message: '',
    agent: '',
  })
  const guest = useGuestForm({ kind: 'ccpa', blank, rules })
  const { form, error, receipt, sentBy } = guest
  useEffect(() => {
    if (receipt?.case && sentBy) onSent({ id: receipt.case, email: sentBy.email })
  }, [receipt, sentBy, onSent])
  return (
    <GuestFormCard
      guest={guest}
      title={t('forms.privacy-title')}
      send={t('forms.privacy-submit')}
      consent={t('forms.privacy-consent')}
      thanks={t('forms.privacy-code-heading')}
      next=""
    >
      <ChoiceField
        label={t('forms.privacy-request')}
        options={requests.map((value) => ({ value, label: t(`forms.privacy-${value}`) }))}
        {...guest.registered('request')}
      />
      <ContactPart guest={guest} emailHint={t('forms.privacy-email-hint')} />
      <div className={styles.two}>
        <ResidenceFields
          register={form.register}
          error={error}
          country={form.watch('country')}
          countries={countries}
          onCountry={() => form.setValue('region', '')}
        />
      </div>
      <MessageField
        guest={guest}
        label={t(
          form.watch('request') === 'correct' ? 'forms.privacy-message-correct' : 'forms.privacy-message',
        )}
      />
      <TextField
        label={t('forms.privacy-agent')}
        hint={t('forms.privacy-agent-hint')}
        {...guest.registered('agent')}
        autoComplete="off"
        maxLength={100}
      />
    </GuestFormCard>
  )
}

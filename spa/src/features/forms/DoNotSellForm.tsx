import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { blankContact, ContactPart } from './ContactPart'
import { contactWithOptionalPhone } from './formRules'
import { GuestFormCard } from './GuestFormCard'
import { ObjectButton } from './ObjectButton'
import styles from './PrivacyForm.module.css'
import { useGuestForm } from './useGuestForm'

const rules = v.object(contactWithOptionalPhone)

/** The objection to sale and sharing: of this browser at once, and of the person by name. */
export function DoNotSellForm() {
  const { t } = useTranslation()
  const guest = useGuestForm({ kind: 'do-not-sell', blank: blankContact, rules })
  return (
    <div className={styles.parts}>
      <ObjectButton />
      <GuestFormCard
        guest={guest}
        title={t('forms.no-sale-title')}
        send={t('forms.no-sale-submit')}
        consent={t('forms.no-sale-consent')}
        thanks={t('forms.no-sale-thanks')}
        next={t('forms.no-sale-next', { email: guest.sentBy?.email ?? '' })}
      >
        <p>{t('forms.no-sale-person')}</p>
        <ContactPart guest={guest} />
      </GuestFormCard>
    </div>
  )
}

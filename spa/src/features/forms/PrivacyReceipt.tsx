import { useTranslation } from 'react-i18next'
import type { Receipt } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatFullDate } from '../../time/time'
import { Sent, TicketCard } from './GuestFormCard'
import styles from './PrivacyForm.module.css'

/** Answer to a verified privacy request: its reference and the dates that bind the brand. */
export function PrivacyReceipt({ receipt: { reference, acknowledgeBy, answerBy } }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const date = (day = '') => <time dateTime={day}>{day && formatFullDate(day, lang)}</time>
  return (
    <TicketCard title={t('forms.privacy-title')}>
      <Sent thanks={t('forms.privacy-done-heading')} reference={reference}>
        <p>{t('forms.privacy-done-line')}</p>
        <dl className={styles.dates}>
          <div>
            <dt>{t('forms.privacy-acknowledge')}</dt>
            <dd>{date(acknowledgeBy)}</dd>
          </div>
          <div>
            <dt>{t('forms.privacy-answer')}</dt>
            <dd>{date(answerBy)}</dd>
          </div>
        </dl>
      </Sent>
    </TicketCard>
  )
}

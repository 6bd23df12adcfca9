import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatFullDate } from '../../time/time'
import { Ticket } from '../../ui/layout/Ticket'
import { RailTicket } from '../../ui/layout/TicketRail'
import card from './GuestFormCard.module.css'
import styles from './PrivacyForm.module.css'

/** Answer to a verified privacy request: its reference and the dates that bind the brand. It takes the focus. */
export function PrivacyReceipt({
  receipt: { reference, acknowledgeBy = '', answerBy = '' },
}: {
  receipt: Receipt
}) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const date = (day: string) => <time dateTime={day}>{day && formatFullDate(day, lang)}</time>
  return (
    <div className={card.card}>
      <RailTicket>
        <Ticket title={t('forms.privacy-title')}>
          <div className={card.sent}>
            <h3 ref={heading} tabIndex={-1}>
              {t('forms.privacy-done-heading')}
            </h3>
            <p className={card.reference}>
              <span>{t('form.reference')}</span> <b>{reference}</b>
            </p>
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
          </div>
        </Ticket>
      </RailTicket>
    </div>
  )
}

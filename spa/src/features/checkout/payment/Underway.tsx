import { useTranslation } from 'react-i18next'
import { PageMeta } from '../../../ui/page/PageMeta'
import styles from '../Checkout.module.css'
import { StandingNotice } from './StandingNotice'
import type { UsedPlacement } from './usePlacement'

/** An order that was being placed when the page was left: nothing is typed again, it only goes on. */
export function Underway({ placement }: { placement: UsedPlacement }) {
  const { t } = useTranslation()
  return (
    <div className={`wrap ${styles.form}`}>
      <PageMeta title={t('payment.title')} preventIndexing />
      <h1 className={styles.alone}>{t('payment.underway')}</h1>
      {placement.standing.phase === 'placing' && (
        <p className={styles.lead} role="status">
          {t('payment.underway-line')}
        </p>
      )}
      <StandingNotice placement={placement} />
    </div>
  )
}

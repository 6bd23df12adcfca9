import { useTranslation } from 'react-i18next'
import { PageMeta } from '../../../ui/page/PageMeta'
import styles from '../Checkout.module.css'
import { PlacementNotice } from './PlacementNotice'
import type { OrderPlacement } from './usePlacement'

/** Shown while an interrupted placement resumes. It has no input fields. */
export function ResumedPlacement({ placement }: { placement: OrderPlacement }) {
  const { t } = useTranslation()
  return (
    <div className={`wrap ${styles.form}`}>
      <PageMeta title={t('payment.title')} preventIndexing />
      <h1 className={styles.alone}>{t('payment.underway')}</h1>
      {placement.state.phase === 'placing' && (
        <p className={styles.lead} role="status">
          {t('payment.underway-line')}
        </p>
      )}
      <PlacementNotice placement={placement} />
    </div>
  )
}

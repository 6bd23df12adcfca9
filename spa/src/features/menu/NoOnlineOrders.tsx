import { useTranslation } from 'react-i18next'
import type { Location } from '../../api/generated'
import { formatPhone } from '../../market/formatPhone'
import { useMarket, usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'
import styles from './NoOnlineOrders.module.css'

/** Shown for a location without online ordering: its phone number, and a link to one with online ordering. */
export function NoOnlineOrders({ location }: { location: Location }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const { line, city, state } = location.address
  return (
    <>
      <PageMeta title={location.label} preventIndexing />
      <EmptyState title={location.label} line={t('problem.no-online-orders')}>
        <address>{line}</address>
        <div className={styles.next}>
          <ButtonLink to={paths.startOrder({ near: `${city}, ${state.code}` })}>
            {t('menu.another-grill')}
          </ButtonLink>
          {location.phone && (
            <a className={`tap ${styles.phone}`} href={`tel:${location.phone}`}>
              {t('menu.call', { phone: formatPhone(location.phone, lang) })}
            </a>
          )}
        </div>
      </EmptyState>
    </>
  )
}

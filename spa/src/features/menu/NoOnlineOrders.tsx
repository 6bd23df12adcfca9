import { useTranslation } from 'react-i18next'
import type { Location } from '../../api/generated'
import { formatPhone } from '../../market/phone'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import { Drips } from '../../ui/Drips'
import { PageTitle } from '../../ui/PageTitle'
import styles from './NoOnlineOrders.module.css'

/** A restaurant that takes no orders here: its phone, and the way to one that does. */
export function NoOnlineOrders({ location }: { location: Location }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { line, city, state } = location.address
  return (
    <div className={styles.page}>
      <PageTitle title={location.label} />
      <section className={styles.stage}>
        <div className={`wrap ${styles.words}`}>
          <h1>{location.label}</h1>
          <p className={styles.message}>
            {location.byAppointment && <b>{t('app.by-appointment')}. </b>}
            {t('problem.no-online-orders')}
          </p>
          <address>{line}</address>
          <div className={styles.next}>
            {location.phone && (
              <a className={styles.phone} href={`tel:${location.phone}`}>
                {t('menu.call', { phone: formatPhone(location.phone) })}
              </a>
            )}
            <ButtonLink to={paths.startOrder({ near: `${city}, ${state.code}` })}>
              {t('menu.another-grill')}
            </ButtonLink>
          </div>
        </div>
        <Drips color="var(--stage)" />
      </section>
    </div>
  )
}

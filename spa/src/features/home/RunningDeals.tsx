import { useTranslation } from 'react-i18next'
import { useDeals } from '../../api/useDeals'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import styles from './RunningDeals.module.css'

/** The deals that run now. A published page has none of them: it is older than they are. */
export function RunningDeals() {
  const { t } = useTranslation()
  const paths = usePaths()
  const running = useDeals().deals.filter(({ runsNow }) => runsNow)
  if (running.length === 0) return null
  return (
    <section className={styles.deals} aria-labelledby="deals" data-ground="stage">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="deals">{t('dealbar.on-now')}</h2>
        <ul>
          {running.slice(0, 3).map(({ id, label, text }) => (
            <li key={id}>
              <h3>{label}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.page('deals')}>{t('dealbar.see')}</ButtonLink>
      </div>
    </section>
  )
}

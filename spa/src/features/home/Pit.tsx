import { useTranslation } from 'react-i18next'
import { Dish } from '../../food/Dish'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import styles from './Pit.module.css'

/** The fire waited, so that the guest need not. */
export function Pit() {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <section className={styles.pit} aria-labelledby="pit" data-ground="dark">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="pit">
          <span>{t('home.pit-one')}</span> <span>{t('home.pit-two')}</span>
        </h2>
        <div className={styles.say}>
          <p>{t('home.pit-line')}</p>
          <ButtonLink tone="yellow" to={paths.startOrder()}>
            {t('app.footer-start')}
          </ButtonLink>
        </div>
        <Dish className={styles.dish} picture="dishes/pitmaster-platter" />
      </div>
    </section>
  )
}

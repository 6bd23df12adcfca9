import { useTranslation } from 'react-i18next'
import { brand } from '../../brand/brand'
import { Dish } from '../../food/Dish'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import styles from './PitStory.module.css'

export function PitStory() {
  const { t } = useTranslation()
  const { acceptsOrders } = useMarket()
  const paths = usePaths()
  return (
    <section className={styles.pit} aria-labelledby="pit" data-ground="dark">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="pit">
          <span>{t('home.pit-one')}</span> <span>{t('home.pit-two')}</span>
        </h2>
        <div className={styles.say}>
          <p>{t(acceptsOrders ? 'home.pit-line' : 'home.pit-line-abroad')}</p>
          <ButtonLink tone="yellow" to={acceptsOrders ? paths.startOrder() : paths.page('ourStory')}>
            {t(acceptsOrders ? 'app.footer-start' : 'home.story')}
          </ButtonLink>
        </div>
        {brand.burgers && <Dish className={styles.dish} picture="dishes/pitmaster-platter" />}
      </div>
    </section>
  )
}

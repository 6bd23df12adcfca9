import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import smallCheese from '../../food/ingredients/cheese.svg'
import smallCrown from '../../food/ingredients/crown.svg'
import smallHeel from '../../food/ingredients/heel.svg'
import smallLettuce from '../../food/ingredients/lettuce.svg'
import { usePaths } from '../../market/useMarket'
import { Drips } from '../../ui/Drips'
import { PlaceSearch } from '../../ui/PlaceSearch'
import cheese from './art/cheese.svg'
import crown from './art/crown.svg'
import heel from './art/heel.svg'
import lettuce from './art/lettuce.svg'
import styles from './Hero.module.css'

/** The first screen is a burger, and its meat is the way to order. */
export function Hero() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const paths = usePaths()
  return (
    <section className={styles.hero} data-ground="dark">
      <div className="wrap">
        <div className={styles.pile}>
          <Layer className={styles.crown} wide={[crown, 190]} small={[smallCrown, 150]} />
          <div className={styles.title}>
            <h1>
              <span className={styles.said}>{t('home.said')}</span>{' '}
              <span className={styles.name}>
                <b>Big</b> <b>Deal</b>
              </span>
            </h1>
            <p className={styles.since}>{t('home.since')}</p>
          </div>
          <Layer className={styles.green} wide={[lettuce, 56]} small={[smallLettuce, 46]} />
          <div className={styles.meat}>
            <Layer className={styles.melt} wide={[cheese, 90]} small={[smallCheese, 64]} />
            <div className={styles.start}>
              <h2>{t('home.start')}</h2>
              <PlaceSearch
                onSearch={(near) => void navigate(paths.startOrder({ near }))}
                onLocate={({ latitude, longitude }) =>
                  void navigate(paths.startOrder({ point: `${latitude.toFixed(3)},${longitude.toFixed(3)}` }))
                }
                submit={t('home.find')}
                tone="yellow"
              />
            </div>
          </div>
          <Layer className={styles.heel} wide={[heel, 80]} small={[smallHeel, 60]} />
        </div>
      </div>
      <Drips color="var(--red)" />
    </section>
  )
}

interface LayerProps {
  /** The drawing for wide screens, 1200 units wide, and its height; and the one for phones, 480 wide. */
  wide: [src: string, height: number]
  small: [src: string, height: number]
  className?: string
}

function Layer({ wide, small, className }: LayerProps) {
  return (
    <picture className={className}>
      <source media="(min-width: 600px)" srcSet={wide[0]} width={1200} height={wide[1]} />
      <img src={small[0]} alt="" width={480} height={small[1]} />
    </picture>
  )
}

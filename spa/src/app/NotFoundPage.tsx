import { useTranslation } from 'react-i18next'
import { Stack } from '../food/Stack'
import { pile } from '../food/stack'
import { usePaths } from '../market/useMarket'
import { ButtonLink } from '../ui/Button'
import { PageTitle } from '../ui/PageTitle'
import styles from './NotFoundPage.module.css'

const eaten = pile([
  'heel',
  'lettuce',
  'tomato',
  'patty',
  'cheese',
  'patty-2',
  'cheese-2',
  'pickles',
  'crown',
])
const gone = new Set(eaten.map((layer) => layer.key))

/** Only the shadow of a burger is left on the counter. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <section className={styles.page}>
      <PageTitle title={t('app.not-found-title')} />
      <meta name="robots" content="noindex" />
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          <h1>{t('app.not-found-title')}</h1>
          <p>{t('app.not-found-line')}</p>
          <ButtonLink to={paths.home}>{t('app.go-home')}</ButtonLink>
        </div>
        <div className={styles.counter}>
          <Stack layers={eaten} missing={gone} />
        </div>
      </div>
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { Stack } from '../../food/Stack'
import { pile } from '../../food/stack'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import { PageTitle } from '../../ui/PageTitle'
import { BasketBar } from './BasketBar'
import styles from './EmptyCart.module.css'

const shadow = pile([
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
const all: ReadonlySet<string> = new Set(shadow.map(({ key }) => key))

/** Nothing chosen: the shadow of a burger keeps its place on the counter. */
export function EmptyCart({ basket }: { basket?: Basket }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <PageTitle title={t('cart.title')} />
      {basket && <BasketBar basket={basket} />}
      <div className={styles.stage}>
        <div className={`wrap ${styles.counter}`}>
          <div className={styles.words}>
            <h1>{t('cart.empty-heading')}</h1>
            <p>{t('cart.empty-line')}</p>
            <ButtonLink to={basket ? paths.menu(basket.store.slug) : paths.startOrder()}>
              {t(basket ? 'cart.to-menu' : 'cart.start')}
            </ButtonLink>
          </div>
          <Stack layers={shadow} missing={all} className={styles.burger} />
        </div>
      </div>
    </>
  )
}

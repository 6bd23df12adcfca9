import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type BrandMenu, useGetLocationBySlugQuery, useListBrandMenusQuery } from '../../api/generated'
import { markets } from '../../market/market'
import { hasPage } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { Loading } from '../../ui/feedback/Skeleton'
import { ButtonLink } from '../../ui/form/Button'
import { Breadcrumbs } from '../../ui/page/Breadcrumbs'
import { breadcrumbList } from '../../ui/page/crumbs'
import { drawnOgImage } from '../../ui/page/ogImage'
import { PageMeta } from '../../ui/page/PageMeta'
import '../../ui/overlay/tooltips'
import styles from './BoardPage.module.css'
import { FeaturedDishes } from './FeaturedDishes'
import { LocationPicker } from './LocationPicker'
import { MenuBoard } from './MenuBoard'
import { menuData } from './structuredData'
import { usePrices } from './usePrices'

/** BoardPage lists every dish of the brand, with prices once a location is chosen. */
export function BoardPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const [query] = useSearchParams()
  const slug = query.get('at') ?? ''
  const { data, isError, refetch } = useListBrandMenusQuery()
  const { currentData: location, isError: unknown } = useGetLocationBySlugQuery({ slug }, { skip: !slug })
  const { prices, isError: unpriced, refetch: again } = usePrices(location?.id)
  const path = paths.page('menuPage')
  const crumbs = [
    { name: t('content.home'), path: paths.home },
    { name: t('content.menu'), path },
  ]
  const menus = data?.menus ?? []
  const orderable = location?.handoffs.length ? location : undefined
  return (
    <>
      <PageMeta
        title={t('content.menu')}
        description={t('content.menu-description')}
        ogImage={drawnOgImage('menu')}
        alternates={markets.filter((other) => hasPage(other, 'menuPage'))}
        data={[...menus.map((menu) => menuData(menu, market.lang)), breadcrumbList(crumbs)]}
      />
      <section className={styles.head} data-ground="dark">
        <div className={`wrap ${styles.grid}`}>
          <div className={styles.words}>
            <Breadcrumbs crumbs={crumbs} />
            <h1>{t('content.menu-heading')}</h1>
            <p className={styles.line}>{t(market.acceptsOrders ? 'board.line' : 'content.menu-abroad')}</p>
            <div className={styles.ways}>
              {market.acceptsOrders && (
                <ButtonLink tone="yellow" to={orderable ? paths.menu(orderable.slug) : paths.startOrder()}>
                  {orderable ? t('board.order-at', { store: orderable.label }) : t('app.footer-start')}
                </ButtonLink>
              )}
              {market.acceptsOrders && (
                <a className="tap" href={paths.menuDocument}>
                  {t('board.pdf')}
                </a>
              )}
            </div>
          </div>
          {market.acceptsOrders && <LocationPicker at={location} unknown={unknown} />}
        </div>
      </section>
      <FeaturedDishes />
      {isError || unpriced ? (
        <div className="wrap">
          <ErrorMessage level={2} onRetry={isError ? refetch : again} />
        </div>
      ) : menus.length > 0 ? (
        menus.map((menu) => (
          <Suspense key={menu.id}>
            <MenuBoard menu={menu} prices={location && prices} locationSlug={orderable?.slug} />
          </Suspense>
        ))
      ) : (
        <Blank />
      )}
      {menus.some(counted) && (
        <div className={`wrap ${styles.statement}`}>
          <p>{t('app.calorie-statement')}</p>
          {hasPage(market, 'nutrition') && (
            <p>
              <ButtonLink tone="second" small to={paths.page('nutrition')}>
                {t('board.nutrition')}
              </ButtonLink>
            </p>
          )}
        </div>
      )}
    </>
  )
}

const counted = ({ sections }: BrandMenu) => sections.some(({ dishes }) => dishes.some((d) => d.calories))

/** Placeholder of the board. */
function Blank() {
  return (
    <div className={styles.blank}>
      <Loading />
    </div>
  )
}

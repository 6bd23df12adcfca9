import { useTranslation } from 'react-i18next'
import { orderingMarkets } from '../../../market/market'
import { marketsWith, pathsOf } from '../../../market/paths'
import { useMarket, usePaths } from '../../../market/useMarket'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ButtonLink } from '../../../ui/form/Button'
import { drawnOgImage } from '../../../ui/page/ogImage'
import { PageMeta } from '../../../ui/page/PageMeta'

/** One site per country that has locations, in the country's first language. */
const withLocations = orderingMarkets.filter(
  ({ country }, at, all) => all.findIndex((market) => market.country === country) === at,
)

/** Locations page of a country where the brand has none, with a burger silhouette as placeholder. */
export function NoLocationsPage() {
  const { t } = useTranslation()
  const { label, lang } = useMarket()
  const countries = new Intl.DisplayNames(lang, { type: 'region' })
  const ways = new Map(
    withLocations.map((market) => [countries.of(market.country) ?? market.label, pathsOf(market).locations]),
  )
  const paths = usePaths()
  return (
    <>
      <PageMeta
        title={t('abroad.title')}
        description={t('abroad.line', { country: label })}
        ogImage={drawnOgImage('locations')}
        alternates={marketsWith('locations')}
      />
      <EmptyState title={t('abroad.heading')} line={t('abroad.line', { country: label })}>
        <ButtonLink to={paths.page('menuPage')}>{t('abroad.menu')}</ButtonLink>
        <ButtonLink tone="second" to={paths.page('ourStory')}>
          {t('abroad.story')}
        </ButtonLink>
        <p>
          {t('abroad.nearest')}
          <br />
          {new Intl.ListFormat(lang, { style: 'narrow' }).formatToParts(ways.keys()).map(({ type, value }) =>
            type === 'element' ? (
              <a key={value} href={ways.get(value)}>
                {value}
              </a>
            ) : (
              value
            ),
          )}
        </p>
      </EmptyState>
    </>
  )
}

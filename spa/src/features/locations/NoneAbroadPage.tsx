import { useTranslation } from 'react-i18next'
import { marketsWith } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { card } from '../../picture/og'
import { ButtonLink } from '../../ui/Button'
import { EmptyCounter } from '../../ui/EmptyCounter'
import { PageMeta } from '../../ui/PageMeta'

/** The locations of a country where the brand has none yet: the shadow of a burger keeps their place. */
export function NoneAbroadPage() {
  const { t } = useTranslation()
  const { label } = useMarket()
  const paths = usePaths()
  return (
    <>
      <PageMeta
        title={t('abroad.title')}
        description={t('abroad.line', { country: label })}
        ogImage={card('locations')}
        alternates={marketsWith('locations')}
      />
      <EmptyCounter title={t('abroad.heading')} line={t('abroad.line', { country: label })}>
        <ButtonLink to={paths.page('menuPage')}>{t('abroad.menu')}</ButtonLink>
        <ButtonLink tone="second" to={paths.page('ourStory')}>
          {t('abroad.story')}
        </ButtonLink>
      </EmptyCounter>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import { EmptyCounter } from '../../ui/EmptyCounter'
import { PageTitle } from '../../ui/PageTitle'

/** The locations of a country where the brand has none yet: the shadow of a burger keeps their place. */
export function NoneAbroadPage() {
  const { t } = useTranslation()
  const { label } = useMarket()
  const paths = usePaths()
  return (
    <>
      <PageTitle title={t('abroad.title')} />
      <EmptyCounter title={t('abroad.heading')} line={t('abroad.line', { country: label })}>
        <ButtonLink to={paths.page('menuPage')}>{t('abroad.menu')}</ButtonLink>
        <ButtonLink tone="second" to={paths.page('ourStory')}>
          {t('abroad.story')}
        </ButtonLink>
      </EmptyCounter>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { usePaths } from '../market/useMarket'
import { ButtonLink } from '../ui/Button'
import { EmptyCounter } from '../ui/EmptyCounter'
import { PageMeta } from '../ui/PageMeta'

export function NotFoundPage() {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <PageMeta title={t('app.not-found-title')} missing />
      <EmptyCounter title={t('app.not-found-title')} line={t('app.not-found-line')}>
        <ButtonLink to={paths.home}>{t('app.go-home')}</ButtonLink>
      </EmptyCounter>
    </>
  )
}

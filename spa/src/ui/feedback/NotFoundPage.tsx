import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../form/Button'
import { PageMeta } from '../page/PageMeta'
import { EmptyState } from './EmptyState'

/** Shown for unknown paths, and for pages that the market's site does not have. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <PageMeta title={t('app.not-found-title')} missing />
      <EmptyState title={t('app.not-found-title')} line={t('app.not-found-line')}>
        <ButtonLink to={paths.home}>{t('app.go-home')}</ButtonLink>
      </EmptyState>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../ui/PageTitle'

export function HomePage() {
  const { t } = useTranslation()
  return (
    <div className="wrap">
      <PageTitle title={t('app.menu')} />
      <h1>{t('app.menu')}</h1>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { PageTitle } from '../ui/PageTitle'
import { Trouble } from '../ui/Trouble'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <div className="wrap">
      <PageTitle title={t('app.not-found-title')} />
      <meta name="robots" content="noindex" />
      <Trouble title={t('app.not-found-title')} text={t('app.not-found-line')} />
    </div>
  )
}

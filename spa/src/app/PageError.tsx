import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PageTitle } from '../ui/PageTitle'
import { Trouble } from '../ui/Trouble'
import { NotFoundPage } from './NotFoundPage'

/** The error page: a fault of a page, or code that could not be fetched (offline, or a release in between). */
export function PageError() {
  const { t } = useTranslation()
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!missing) console.error(error)
  }, [error, missing])
  if (missing) return <NotFoundPage />
  return (
    <div className="wrap">
      <PageTitle title={t('app.trouble-title')} />
      <Trouble onRetry={() => location.reload()} />
    </div>
  )
}

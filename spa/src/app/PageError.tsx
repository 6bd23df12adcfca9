import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorMessage } from '../ui/feedback/ErrorMessage'
import { PageMeta } from '../ui/page/PageMeta'
import { ChunkLoadError } from './ChunkLoadError'
import { ChunkError } from './chunkError'

const NotFoundPage = lazy(async () => ({ default: (await import('../ui/rare.chunk')).NotFoundPage }))

/** Error page: not found, failed chunk, or an exception of a page. */
export function PageError() {
  const { t } = useTranslation()
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!missing) console.error(error)
  }, [error, missing])
  if (missing)
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    )
  if (error instanceof ChunkError) return <ChunkLoadError />
  return (
    <div className="wrap">
      <PageMeta title={t('app.trouble-title')} preventIndexing />
      <ErrorMessage onRetry={() => location.reload()} />
    </div>
  )
}

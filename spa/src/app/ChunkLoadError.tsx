import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../api/connection'
import { EmptyStateFrame } from '../ui/feedback/EmptyStateFrame'
import { Button } from '../ui/form/Button'
import { lazyOptional } from '../ui/loading/lazyOptional'
import { PageMeta } from '../ui/page/PageMeta'
import { useReloadOnReconnect } from './useReloadOnReconnect'

// This component is in the entry chunk, the drawing is not. Offline only the text is shown.
const MissingFood = lazyOptional(async () => (await import('../ui/rare.chunk')).MissingFood)

/** Shown in place of a page when its chunk failed to load. */
export function ChunkLoadError() {
  const { t } = useTranslation()
  const online = useOnline()
  const { reload, silent } = useReloadOnReconnect()
  const title = t(online ? 'app.away-title' : 'app.offline-title')
  return (
    <>
      <PageMeta title={title} preventIndexing />
      <EmptyStateFrame
        title={title}
        line={t(online ? 'app.away-line' : 'app.offline-line')}
        shadow={
          <Suspense>
            <MissingFood />
          </Suspense>
        }
      >
        <Button onClick={reload}>{t('app.try-again')}</Button>
        <p role="status">{silent && t('app.still-away')}</p>
      </EmptyStateFrame>
    </>
  )
}

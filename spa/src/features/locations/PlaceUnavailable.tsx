import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { useLoadErrorText } from '../../api/useProblemText'
import { usePaths } from '../../market/useMarket'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'

/** Shown when a place does not exist or failed to load. */
export function PlaceUnavailable({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const wording = useLoadErrorText()
  const refusal = error as ApiError | undefined
  const lost = refusal === undefined || refusal.status === 404
  return (
    <div className="wrap">
      {lost ? (
        <PageMeta title={t('app.not-found-title')} missing />
      ) : (
        <PageMeta title={t('locations.title')} preventIndexing />
      )}
      <ErrorMessage
        title={lost ? t('start.lost') : undefined}
        text={refusal ? wording(refusal) : t('locations.nobody')}
        onRetry={lost ? undefined : onRetry}
      >
        <ButtonLink tone={lost ? 'red' : 'second'} to={paths.locations}>
          {t('locations.everywhere')}
        </ButtonLink>
      </ErrorMessage>
    </div>
  )
}

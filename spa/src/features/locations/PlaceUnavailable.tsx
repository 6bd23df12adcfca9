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
  const isMissing = refusal === undefined || refusal.status === 404
  return (
    <div className="wrap">
      {isMissing ? (
        <PageMeta title={t('app.not-found-title')} missing />
      ) : (
        <PageMeta title={t('locations.title')} preventIndexing />
      )}
      <ErrorMessage
        title={isMissing ? t('start.lost') : undefined}
        text={refusal ? wording(refusal) : t('locations.nobody')}
        onRetry={isMissing ? undefined : onRetry}
      >
        <ButtonLink tone={isMissing ? 'red' : 'second'} to={paths.locations}>
          {t('locations.everywhere')}
        </ButtonLink>
      </ErrorMessage>
    </div>
  )
}

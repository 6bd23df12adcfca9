import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'

/** The page of content that could not be fetched from the graph (specification §8). */
export function ContentUnavailable({ onRetry, level }: { onRetry: () => void; level?: 1 | 2 }) {
  const { t } = useTranslation()
  return (
    <div className="wrap">
      <ErrorMessage text={t('content.unfetched')} onRetry={onRetry} level={level} />
    </div>
  )
}

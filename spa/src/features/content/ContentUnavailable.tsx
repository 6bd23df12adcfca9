import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'

/** Shown when a content page failed to load from the API (specification §8). */
export function ContentUnavailable({ onRetry, level }: { onRetry: () => void; level?: 1 | 2 }) {
  const { t } = useTranslation()
  return (
    <div className="wrap">
      <ErrorMessage text={t('content.unfetched')} onRetry={onRetry} level={level} />
    </div>
  )
}

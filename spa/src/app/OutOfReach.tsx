import { useTranslation } from 'react-i18next'
import { useOnline } from '../offline/connection'
import { EmptyCounter } from '../ui/feedback/EmptyCounter'
import { Button } from '../ui/form/Button'
import { PageMeta } from '../ui/page/PageMeta'
import { useComeBack } from './useComeBack'

/** In the place of a page whose code did not come. */
export function OutOfReach() {
  const { t } = useTranslation()
  const online = useOnline()
  const { comeBack, silent } = useComeBack()
  const title = t(online ? 'app.away-title' : 'app.offline-title')
  return (
    <>
      <PageMeta title={title} preventIndexing />
      <EmptyCounter title={title} line={t(online ? 'app.away-line' : 'app.offline-line')}>
        <Button onClick={comeBack}>{t('app.try-again')}</Button>
        <p role="status">{silent && t('app.still-away')}</p>
      </EmptyCounter>
    </>
  )
}

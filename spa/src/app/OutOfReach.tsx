import { useTranslation } from 'react-i18next'
import { PageTitle } from '../ui/PageTitle'
import { Trouble } from '../ui/Trouble'
import { useOnline } from '../ui/useOnline'
import { useComeBack } from './useComeBack'

/** In the place of a page whose code did not come. */
export function OutOfReach() {
  const { t } = useTranslation()
  const online = useOnline()
  const { comeBack, silent } = useComeBack()
  const title = t(online ? 'app.away-title' : 'app.offline-title')
  return (
    <div className="wrap">
      <PageTitle title={title} />
      <Trouble title={title} text={t(online ? 'app.away-line' : 'app.offline-line')} onRetry={comeBack}>
        <p role="status">{silent && t('app.still-away')}</p>
      </Trouble>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { ChangeList } from '../../basket/move/ChangeList'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'

interface ChangesNoticeProps {
  basket: Basket
  onAccept: () => void
  busy: boolean
}

/** Lists the changes to items and prices since the guest last saw the basket. The guest must accept them before ordering. */
export function ChangesNotice({
  basket: { changes, lines, store: location },
  onAccept,
  busy,
}: ChangesNoticeProps) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <Notice tone="warn" title={t('cart.changes-title')}>
      <ChangeList changes={changes} lines={lines} zone={location.timeZone} />
      <div>
        <Button tone="second" small onClick={() => busy || onAccept()} aria-disabled={busy}>
          {t('cart.accept')}
        </Button>
      </div>
    </Notice>
  )
}

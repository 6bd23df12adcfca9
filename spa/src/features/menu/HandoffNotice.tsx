import { useTranslation } from 'react-i18next'
import styles from '../../basket/move/CartElsewhereNotice.module.css'
import type { LocationContext } from '../../basket/useBasketAtLocation'
import type { HandoffType } from '../../market/handoff'
import { Notice } from '../../ui/feedback/Notice'

interface HandoffNoticeProps {
  /** What the address asks for, which is not how it is. */
  asked: HandoffType
  here: LocationContext
  location: string
  busy: boolean
  onMake: () => void
}

/** Says quietly why the page is not for the handoff of its address: there is none here, or the cart is for another. */
export function HandoffNotice({ asked, here, location, busy, onMake }: HandoffNoticeProps) {
  const { t } = useTranslation()
  if (!here.offered.includes(asked)) {
    return (
      <Notice tone="info" className={styles.notice}>
        <p>{t(`move.no-${asked}`, { here: location })}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="info" className={styles.notice}>
      <p>{t(`move.cart-${here.handoff}`)}</p>
      <button type="button" onClick={onMake} aria-disabled={busy}>
        {t(`move.make-${asked}`)}
      </button>
    </Notice>
  )
}

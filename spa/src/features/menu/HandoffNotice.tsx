import { useTranslation } from 'react-i18next'
import styles from '../../basket/move/CartElsewhereNotice.module.css'
import type { LocationContext } from '../../basket/useBasketAtLocation'
import type { HandoffType } from '../../market/handoff'
import { Notice } from '../../ui/feedback/Notice'
import { TextButton } from '../../ui/form/TextButton'

interface HandoffNoticeProps {
  /** Handoff requested by the URL, which differs from the effective one. */
  asked: HandoffType
  here: LocationContext
  location: string
  busy: boolean
  onMake: () => void
}

/** Explains why the page does not use the handoff of its URL: the location does not offer it, or the cart has another. */
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
      <TextButton onClick={onMake} aria-disabled={busy}>
        {t(`move.make-${asked}`)}
      </TextButton>
    </Notice>
  )
}

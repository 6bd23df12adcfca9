import { useTranslation } from 'react-i18next'
import styles from '../../basket/move/CartElsewhereNotice.module.css'
import type { LocationContext } from '../../basket/useBasketAtLocation'
import type { HandoffType } from '../../market/handoff'
import { Notice } from '../../ui/feedback/Notice'
import { TextButton } from '../../ui/form/TextButton'

interface HandoffNoticeProps {
  /** Handoff requested by the URL, which differs from the effective one. */
  requested: HandoffType
  context: LocationContext
  location: string
  busy: boolean
  onSwitch: () => void
}

/** Explains why the page does not use the handoff of its URL: the location does not offer it, or the cart has another. */
export function HandoffNotice({ requested, context, location, busy, onSwitch }: HandoffNoticeProps) {
  const { t } = useTranslation()
  const isOffered = context.offered.includes(requested)
  return (
    <Notice tone="info" className={styles.notice}>
      <p>{isOffered ? t(`move.cart-${context.handoff}`) : t(`move.no-${requested}`, { here: location })}</p>
      {isOffered && (
        <TextButton onClick={onSwitch} aria-disabled={busy}>
          {t(`move.make-${requested}`)}
        </TextButton>
      )}
    </Notice>
  )
}

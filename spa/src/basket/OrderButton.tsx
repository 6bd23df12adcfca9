import { type ComponentProps, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../api/connection'
import { Button } from '../ui/form/Button'
import styles from './OrderButton.module.css'

/** Button that continues or places an order. Offline it is disabled and shows the reason. */
export function OrderButton({
  onClick,
  'aria-disabled': off,
  'aria-describedby': described,
  ...rest
}: ComponentProps<typeof Button>) {
  const { t } = useTranslation()
  const online = useOnline()
  const reason = useId()
  return (
    <div className={styles.order}>
      <Button
        {...rest}
        aria-disabled={!online || off}
        aria-describedby={online ? described : reason}
        onClick={online ? onClick : (event) => event.preventDefault()}
      />
      <p className={styles.reason} id={reason} role="status">
        {!online && t('app.offline-order')}
      </p>
    </div>
  )
}

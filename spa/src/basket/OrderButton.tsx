import { type ComponentProps, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../api/connection'
import { Button } from '../ui/form/Button'
import styles from './OrderButton.module.css'

/** A button that orders, or goes on to it: without a connection it is off, and the reason stands below it. */
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

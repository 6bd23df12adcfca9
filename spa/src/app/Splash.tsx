import { Logo } from '../brand/Logo'
import { Skeleton } from '../ui/feedback/Skeleton'
import styles from './Splash.module.css'

/** Placeholder of header and page while the first page loads. */
export function Splash() {
  return (
    <div className={styles.bar}>
      <div className="wrap">
        <Logo className={styles.logo} />
        <div className={styles.places}>
          <Skeleton width="70%" height="3.5rem" />
          <Skeleton height="22rem" />
          <Skeleton height="12rem" />
        </div>
      </div>
    </div>
  )
}

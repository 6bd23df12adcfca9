import { Logo } from '../brand/Logo'
import styles from './Splash.module.css'

/** The header's ground, while the first page is on its way. */
export function Splash() {
  return (
    <div className={styles.bar}>
      <div className="wrap">
        <Logo className={styles.logo} />
      </div>
    </div>
  )
}

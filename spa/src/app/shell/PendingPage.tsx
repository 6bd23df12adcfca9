import { useEffect, useState } from 'react'
import { Loading } from '../../ui/feedback/Skeleton'
import styles from './PendingPage.module.css'

/** Shows, while the next page is on its way, that it is, once the wait is one that a guest notices. */
export function PendingPage() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const late = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(late)
  }, [])
  if (!slow) return null
  return (
    <div className={styles.bar}>
      <Loading />
    </div>
  )
}

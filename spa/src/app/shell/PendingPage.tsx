import { useEffect, useState } from 'react'
import { Loading } from '../../ui/feedback/Skeleton'
import styles from './PendingPage.module.css'

/** Loading indicator that appears once a navigation takes noticeably long. */
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

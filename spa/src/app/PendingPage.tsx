import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { Loading } from '../ui/Skeleton'
import styles from './PendingPage.module.css'

/** Shows that the next page is on its way, once the wait is one that a guest notices. */
export function PendingPage() {
  const { state } = useNavigation()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (state === 'idle') return setSlow(false)
    const late = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(late)
  }, [state])
  if (!slow) return null
  return (
    <div className={styles.bar}>
      <Loading />
    </div>
  )
}

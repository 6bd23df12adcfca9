import { Loading } from '../../ui/feedback/Skeleton'
import styles from './ContentSkeleton.module.css'
import type { Look } from './pageLook'

/** The ground of a page whose words are on their way. */
export function ContentSkeleton({ look }: { look: Look }) {
  return (
    <section className={`${styles.waiting} ${styles[look]}`}>
      <h1 className="visually-hidden">…</h1>
      <Loading />
    </section>
  )
}

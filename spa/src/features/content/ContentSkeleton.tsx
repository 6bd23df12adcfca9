import { Loading } from '../../ui/feedback/Skeleton'
import styles from './ContentSkeleton.module.css'
import type { Look } from './pageLook'

/** Background of a content page while its text loads. */
export function ContentSkeleton({ look }: { look: Look }) {
  return (
    <section className={`${styles.waiting} ${styles[look]}`}>
      <h1 className="visually-hidden">…</h1>
      <Loading />
    </section>
  )
}

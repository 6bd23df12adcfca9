import { Loading } from '../../ui/feedback/Skeleton'
import type { Look } from './looks'
import styles from './Waiting.module.css'

/** The ground of a page whose words are on their way. */
export function Waiting({ look }: { look: Look }) {
  return (
    <section className={`${styles.waiting} ${styles[look]}`}>
      <h1 className="visually-hidden">…</h1>
      <Loading />
    </section>
  )
}

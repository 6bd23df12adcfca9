import styles from './CountBadge.module.css'

/** Item count on a button; `words` is the text for screen readers. */
export function CountBadge({ count, words }: { count: number; words: string }) {
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

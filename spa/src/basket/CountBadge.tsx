import styles from './CountBadge.module.css'

/** How many are in the cart, as a number on a button; `words` say it to who does not see it. */
export function CountBadge({ count, words }: { count: number; words: string }) {
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

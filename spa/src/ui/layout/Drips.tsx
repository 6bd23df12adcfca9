import styles from './Drips.module.css'

/** Colour runs down from a block onto the next one. The block stands `position: relative` and above what it drips on. */
export function Drips({ color }: { color: string }) {
  return <div className={styles.drips} style={{ background: color }} aria-hidden="true" />
}

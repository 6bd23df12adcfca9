import styles from './Drips.module.css'

/** Colour that drips from a block onto the next one. The block needs `position: relative` and a z-index above the next. */
export function Drips({ color }: { color: string }) {
  return <div className={styles.drips} style={{ background: color }} aria-hidden="true" />
}

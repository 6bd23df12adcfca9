import styles from './ProgressBar.module.css'

/** Progress bar, 0 to 100 percent. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const value = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
    >
      <div className={styles.done} style={{ inlineSize: `${value}%` }} />
    </div>
  )
}

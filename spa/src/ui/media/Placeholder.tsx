import styles from './Picture.module.css'

/** Placeholder of a missing picture: an empty plate on the counter, 800 x 800 (specification §9). */
export function Placeholder({ label }: { label: string }) {
  return (
    <svg
      width="800"
      height="800"
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMax slice"
      role={label ? 'img' : undefined}
      aria-label={label || undefined}
      aria-hidden={label ? undefined : true}
    >
      <path className={styles.ground} d="M0 0h800v800H0z" />
      <path className={styles.shelf} d="M0 680h800v120H0z" />
      <path className={styles.plate} d="M150 612h500c-12 40-60 68-120 68H270c-60 0-108-28-120-68" />
      <path className={styles.shade} d="M420 680h110c60 0 108-28 120-68h-70c-20 42-80 64-160 68" />
      <path className={styles.shade} d="M120 600h560q10 0 10 8t-10 8H120q-10 0-10-8t10-8" />
    </svg>
  )
}

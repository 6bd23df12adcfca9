import styles from './Mystery.module.css'

interface WrappedTrayProps {
  /** The paper is off. */
  opened: boolean
  /** There is no tray yet: its shadow. */
  waiting: boolean
}

/** A tray wrapped in butcher paper. Its halves come apart when it is opened. Decorative. */
export function WrappedTray({ opened, waiting }: WrappedTrayProps) {
  return (
    <svg
      className={styles.tray}
      viewBox="0 0 320 210"
      aria-hidden="true"
      data-opened={opened || undefined}
      data-waiting={waiting || undefined}
    >
      <g className={styles.inside}>
        <path fill="#d8882f" d="M92 128c0-46 36-70 68-70s68 24 68 70z" />
        <path fill="#e9a94e" d="M108 118c2-30 24-48 50-50-18 8-32 26-34 50z" />
        <path fill="#7db434" d="m82 128 14 12 16-8 16 10 16-10 16 10 16-10 16 10 16-8 14 6 16-12z" />
        <path fill="#42180e" d="M88 140h144v14a12 12 0 0 1-12 12H100a12 12 0 0 1-12-12z" />
        <path fill="#c06d22" d="M92 164h136v4a14 14 0 0 1-14 14H106a14 14 0 0 1-14-14z" />
      </g>
      <g className={styles.left}>
        <path fill="#ecd6ae" d="M160 44 74 66c-10 3-14 10-14 18l-6 98h106z" />
        <path fill="#d9bd8b" d="M160 44 74 66l86 22zM54 182l4-60 40 60z" />
      </g>
      <g className={styles.right}>
        <path fill="#ecd6ae" d="m160 44 86 22c10 3 14 10 14 18l6 98H160z" />
        <path fill="#c9aa74" d="m160 44 86 22-86 22zM266 182l-4-60-40 60z" />
      </g>
      <g className={styles.string}>
        <path fill="#1d1410" d="M154 42h12v140h-12z" />
        <path
          fill="#1d1410"
          d="M160 50c-10-30-52-42-58-26-5 14 30 24 58 26zm-14-8c-16-3-34-10-33-15 2-7 24 0 33 15z"
        />
        <path
          fill="#1d1410"
          d="M160 50c10-30 52-42 58-26 5 14-30 24-58 26zm14-8c16-3 34-10 33-15-2-7-24 0-33 15z"
        />
      </g>
      <path fill="#c9ced4" d="M20 180h280l-5 10H25z" />
      <path fill="#8a929b" d="M25 190h270l-14 18H39z" />
      <path fill="#6c747d" d="M190 190h105l-14 18H150z" />
    </svg>
  )
}

import type { ReactNode } from 'react'
import styles from './EmptyStateFrame.module.css'

interface EmptyStateFrameProps {
  title: string
  line: string
  /** What keeps the place of the food. */
  shadow: ReactNode
  /** The shape of that place. */
  place?: 'burger' | 'dish'
  /** What to do next. */
  children: ReactNode
}

/** Words beside a counter on which no food stands. */
export function EmptyStateFrame({ title, line, shadow, place = 'burger', children }: EmptyStateFrameProps) {
  return (
    <section className={styles.stage} data-ground="stage">
      <div className={`wrap ${styles.counter}`}>
        <div className={styles.words}>
          <h1>{title}</h1>
          <p>{line}</p>
          {children}
        </div>
        <div className={styles[place]}>{shadow}</div>
      </div>
    </section>
  )
}

import type { ReactNode } from 'react'
import styles from './EmptyStateFrame.module.css'

interface EmptyStateFrameProps {
  title: string
  line: string
  /** Silhouette of the food. */
  shadow: ReactNode
  /** Aspect ratio of its box. */
  place?: 'burger' | 'dish'
  /** Next actions. */
  children: ReactNode
}

/** Text beside an empty counter. */
export function EmptyStateFrame({ title, line, shadow, place = 'burger', children }: EmptyStateFrameProps) {
  return (
    <section className={styles.stage} data-ground="stage">
      <div className={`wrap ${styles.counter}`}>
        <div className={styles.text}>
          <h1>{title}</h1>
          <p>{line}</p>
          {children}
        </div>
        <div className={place === 'dish' ? styles.dish : styles.burger}>{shadow}</div>
      </div>
    </section>
  )
}

import { type ReactNode, Suspense } from 'react'
import { later } from '../loading/later'
import styles from './EmptyCounter.module.css'

// Where it does not come there is no shadow: the words say it.
const MissingFood = later(async () => (await import('../rare.chunk')).MissingFood)

interface EmptyCounterProps {
  title: string
  line: string
  /** The name of the drawing that is not there; without it, a burger. */
  picture?: string
  /** What to do next. */
  children: ReactNode
}

/** Nothing here: only the shadow of the food keeps its place on the counter. */
export function EmptyCounter({ title, line, picture, children }: EmptyCounterProps) {
  return (
    <section className={styles.stage} data-ground="stage">
      <div className={`wrap ${styles.counter}`}>
        <div className={styles.words}>
          <h1>{title}</h1>
          <p>{line}</p>
          {children}
        </div>
        <div className={picture ? styles.dish : styles.burger}>
          <Suspense>
            <MissingFood picture={picture} />
          </Suspense>
        </div>
      </div>
    </section>
  )
}

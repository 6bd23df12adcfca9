import type { ReactNode } from 'react'
import { Dish } from '../food/Dish'
import { Stack } from '../food/Stack'
import { pile } from '../food/stack'
import styles from './EmptyCounter.module.css'

const burger = pile([
  'heel',
  'lettuce',
  'tomato',
  'patty',
  'cheese',
  'patty-2',
  'cheese-2',
  'pickles',
  'crown',
])
const gone = new Set(burger.map(({ key }) => key))

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
        {picture ? (
          <Dish picture={picture} shadow className={styles.dish} />
        ) : (
          <Stack layers={burger} missing={gone} className={styles.burger} />
        )}
      </div>
    </section>
  )
}

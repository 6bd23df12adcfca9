import type { ReactNode } from 'react'
import { Dish } from '../../food/Dish'
import type { Crumb } from '../../ui/structured'
import { Trail } from '../../ui/Trail'
import type { Drawing } from './art'
import type { Look } from './looks'
import styles from './Opening.module.css'

interface OpeningProps {
  crumbs: readonly Crumb[]
  title: string
  /** The poster line; without one the title is it. Each of its sentences has a line of its own. */
  kicker?: string
  look: Look
  drawing?: Drawing
  /** What stands below the poster. */
  children?: ReactNode
}

const grounds = { stage: 'stage', red: 'dark', pit: 'dark', paper: undefined } as const

/** The head of a page: one line, as tall as it comes, and food on the counter. */
export function Opening({ crumbs, title, kicker, look, drawing, children }: OpeningProps) {
  return (
    <section className={`${styles.opening} ${styles[look]}`} data-ground={grounds[look]}>
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          <Trail crumbs={crumbs} />
          <h1>
            {kicker && (
              <>
                <span className={styles.name}>{title}</span>{' '}
              </>
            )}
            <span className={styles.poster} data-long={(kicker || title).length > 32 || undefined}>
              {sentences(kicker || title).map((line) => (
                <span key={line}>{line} </span>
              ))}
            </span>
          </h1>
          {children}
        </div>
        {drawing && <Dish className={styles.dish} {...drawing} />}
      </div>
    </section>
  )
}

/** "One pit. Still lit." is two lines. */
function sentences(text: string): string[] {
  return text.split(/(?<=[.!?。！？])\s*(?=\S)/u)
}

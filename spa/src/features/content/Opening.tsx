import type { CSSProperties, ReactNode } from 'react'
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
  const lines = sentences(kicker || title)
  return (
    <section className={`${styles.opening} ${styles[look]}`} data-ground={grounds[look]}>
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          <Trail crumbs={crumbs} />
          <h1 style={{ '--ems': measure(lines) } as CSSProperties}>
            {kicker && <span className="visually-hidden">{title}. </span>}
            {lines.map((line) => (
              <span key={line} className={styles.line}>
                {line}{' '}
              </span>
            ))}
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

/** Of a letter of the poster face, and of a script whose letters are squares. */
const letter = { latin: 0.66, square: 1 }

/** How wide the poster is in ems: its longest word, and no less than a line that reads well; longer lines wrap. */
function measure(lines: readonly string[]): number {
  const wide = (text: string) =>
    [...text].reduce(
      (sum, c) => sum + (/[\u3000-\u9fff\uff00-\uffef]/.test(c) ? letter.square : letter.latin),
      0,
    )
  const words = lines.flatMap((line) => line.split(' '))
  const longest = Math.max(...words.map((word) => Math.min(wide(word), 11)))
  return Math.max(longest, Math.min(9, Math.max(...lines.map(wide))))
}

import type { CSSProperties, ReactNode } from 'react'
import type { Picture } from '../../api/content'
import { Breadcrumbs } from '../../ui/page/Breadcrumbs'
import type { Crumb } from '../../ui/page/crumbs'
import { ContentPicture } from './ContentPicture'
import styles from './PageOpening.module.css'
import type { Look } from './pageLook'

interface PageOpeningProps {
  crumbs: readonly Crumb[]
  title: string
  /** Headline; defaults to the title. Each sentence gets its own line. */
  kicker?: string
  look: Look
  picture?: Picture
  /** Content below the headline. */
  children?: ReactNode
}

const grounds = { stage: 'stage', red: 'dark', pit: 'dark', paper: undefined } as const

/** Head of a content page: the headline as large as it fits, with food on the counter. */
export function PageOpening({ crumbs, title, kicker, look, picture, children }: PageOpeningProps) {
  const lines = sentences(kicker || title)
  return (
    <section className={`${styles.opening} ${styles[look]}`} data-ground={grounds[look]}>
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          <Breadcrumbs crumbs={crumbs} />
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
        {picture && look !== 'paper' && (
          <ContentPicture
            className={styles.dish}
            photographClass={styles.photograph}
            picture={picture}
            priority
            sizes="(min-width: 1312px) 612px, (min-width: 960px) 48vw, 100vw"
          />
        )}
      </div>
    </section>
  )
}

/** Splits at the end of each sentence: "One pit. Still lit." gives two lines. */
function sentences(text: string): string[] {
  return text.split(/(?<=[.!?。！？])\s*(?=\S)/u)
}

/** Approximate width of a letter of the poster font in em. Japanese characters are square. */
function width(letter: string): number {
  if (/[\u3000-\u9fff\uff00-\uffef]/.test(letter)) return 1
  if (/[ijlI.,:;!'’ ]/.test(letter)) return 0.4
  return /[mwMW]/.test(letter) ? 1.02 : 0.7
}

/** Number of em that must fit in the width: the longest word, or the longest line if it is short. */
function measure(lines: readonly string[]): number {
  const ems = (text: string) => [...text].reduce((sum, letter) => sum + width(letter), 0)
  const words = lines.flatMap((line) => line.split(' '))
  return Math.max(...words.map((word) => Math.min(ems(word), 11)), Math.min(8.4, Math.max(...lines.map(ems))))
}

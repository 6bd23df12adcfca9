import type { ReactNode } from 'react'
import { Drips } from '../../ui/layout/Drips'
import { Breadcrumbs } from '../../ui/page/Breadcrumbs'
import type { Crumb } from '../../ui/page/crumbs'
import styles from './PlaceHeader.module.css'

interface PlaceHeaderProps {
  crumbs: readonly Crumb[]
  heading: string
  /** Sentence under the heading. */
  line?: ReactNode
  children?: ReactNode
}

/** Head of a location or region page, with the heading as large as it fits. */
export function PlaceHeader({ crumbs, heading, line, children }: PlaceHeaderProps) {
  return (
    <section className={styles.poster} data-ground="stage">
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          {crumbs.length > 1 && <Breadcrumbs crumbs={crumbs} />}
          <h1>{heading}</h1>
          {line && <p className={styles.line}>{line}</p>}
        </div>
        {children}
      </div>
      <Drips color="var(--stage)" />
    </section>
  )
}

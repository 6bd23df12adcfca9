import type { ReactNode } from 'react'
import styles from './Accordion.module.css'

/** A rule, a title, and + or –. The platform's own disclosure: it opens by Enter and Space and is found by page search. */
export function Accordion({
  title,
  id,
  open,
  children,
}: {
  title: string
  id?: string
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.accordion} id={id} open={open}>
      <summary>{title}</summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}

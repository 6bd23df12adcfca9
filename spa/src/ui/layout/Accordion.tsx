import type { ReactNode } from 'react'
import styles from './Accordion.module.css'

/** Native disclosure with a rule, a title, and + or –. Keyboard and find-in-page work natively. */
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
      <div className={styles.content}>{children}</div>
    </details>
  )
}

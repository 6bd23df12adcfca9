import type { ReactNode } from 'react'
import styles from './Ticket.module.css'

/** A paper ticket with a red cap and a torn bottom edge. */
export function Ticket({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div className={styles.ticket}>
      <div className={styles.cap} data-ground="dark">
        <h2>{title}</h2>
        {note && <span>{note}</span>}
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

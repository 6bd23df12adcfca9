import type { ReactNode } from 'react'
import styles from './TicketRail.module.css'

/** Wall below the order rail. */
export function TicketRail({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={[styles.wall, className].filter(Boolean).join(' ')}>{children}</div>
}

/** A position on the rail: the full-width beam with a clipped ticket. With `sticky` the ticket is sticky if it fits. */
export function RailTicket({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  return (
    <div className={styles.rail}>
      <div className={sticky ? `${styles.clipped} ${styles.sticky}` : styles.clipped}>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './TicketRail.module.css'

/** Wall below the order rail. */
export function TicketRail({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={[styles.wall, className].filter(Boolean).join(' ')}>{children}</div>
}

/** A position on the rail: the full-width beam with a clipped ticket. With `follows` the ticket is sticky if it fits. */
export function RailTicket({ children, follows = false }: { children: ReactNode; follows?: boolean }) {
  return (
    <div className={styles.hung}>
      <div className={follows ? `${styles.slip} ${styles.follows}` : styles.slip}>{children}</div>
    </div>
  )
}

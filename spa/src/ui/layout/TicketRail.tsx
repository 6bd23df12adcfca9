import type { ReactNode } from 'react'
import styles from './TicketRail.module.css'

/** The wall under the order rail of a kitchen. */
export function TicketRail({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={[styles.wall, className].filter(Boolean).join(' ')}>{children}</div>
}

/**
 * A place on the rail: the beam from edge to edge of the wall, and a ticket under its clip. A ticket that follows goes along
 * with the page, hanging from the bar above, where there is room to.
 */
export function RailTicket({ children, follows = false }: { children: ReactNode; follows?: boolean }) {
  return (
    <div className={styles.hung}>
      <div className={follows ? `${styles.slip} ${styles.follows}` : styles.slip}>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'
import { useBottomBarHeight } from './useBottomBarHeight'

interface BottomBarProps {
  /** The width in pixels from which the page shows the same elsewhere. */
  until: 600 | 960 | 1150
  /** Gives way while the site asks the guest something at the foot of the screen. */
  quiet?: boolean
  children: ReactNode
}

/** What the order comes to and the next step, at the foot of small screens. The page scrolls clear of it: see base.css. */
export function BottomBar({ until, quiet, children }: BottomBarProps) {
  return (
    <div
      ref={useBottomBarHeight()}
      className={`${styles.bar} ${styles[`until-${until}`]}`}
      data-quiet={quiet || undefined}
    >
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'
import { useBottomBarHeight } from './useBottomBarHeight'

interface BottomBarProps {
  /** Width in pixels from which the bar is hidden, because the page shows the same in another place. */
  until: 600 | 960 | 1150
  /** Hidden while the welcome banners are shown. */
  quiet?: boolean
  children: ReactNode
}

/** Order total and next action at the bottom of small screens. The page scrolls clear of it: see base.css. */
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

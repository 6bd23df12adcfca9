import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'
import { observeBottomBar } from './observeBottomBar'

interface BottomBarProps {
  /** Width in pixels from which the bar is hidden, because the page shows the same in another place. */
  until: 600 | 960 | 1150
  /** Hidden while the welcome banners are shown. */
  quiet?: boolean
  /** Name of the bar as a landmark, where it is not inside of one. */
  label?: string
  children: ReactNode
}

/** Order total and next action at the bottom of small screens. The page scrolls clear of it: see base.css. */
export function BottomBar({ until, quiet, label, children }: BottomBarProps) {
  const Bar = label ? 'aside' : 'div'
  return (
    <Bar
      ref={observeBottomBar}
      className={`${styles.bar} ${styles[`until-${until}`]}`}
      data-quiet={quiet || undefined}
      aria-label={label}
    >
      {children}
    </Bar>
  )
}

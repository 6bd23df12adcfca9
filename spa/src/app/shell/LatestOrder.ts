import type { ReactNode } from 'react'

/** The order that was placed last: how it is tracked while it is under way, then how it is ordered again. */
export interface LatestOrder {
  path: string
  label: ReactNode
  underway: boolean
}

import type { ReactNode } from 'react'

/** Link to the last order: track it while in progress, then order again. */
export interface LatestOrder {
  path: string
  label: ReactNode
  underway: boolean
}

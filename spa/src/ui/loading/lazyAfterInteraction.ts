import { type ComponentType, lazy } from 'react'
import { firstInteraction } from './firstInteraction'

/**
 * A lazy component below the first screen, rendered inside Suspense. On a prerendered page it stays static HTML until the first
 * interaction, and if its chunk fails to load: links work without code.
 */
export const lazyAfterInteraction = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(async () => {
    await firstInteraction()
    return { default: await load().catch(() => new Promise<never>(() => {})) }
  })

import { type ComponentType, lazy } from 'react'

/** A lazy component for optional UI, rendered inside Suspense. If its chunk fails to load, it renders nothing. */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )

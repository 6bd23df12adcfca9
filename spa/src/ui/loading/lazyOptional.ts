import { type ComponentType, lazy } from 'react'

/** A component whose code comes when it is shown, into a Suspense. Where it does not come nothing is shown: for what can be done without. */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )

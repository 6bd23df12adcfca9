/** What the worker uses of its global scope: the types of a worker and those of a page cannot both be loaded. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface WorkerScope {
  skipWaiting: () => Promise<void>
  addEventListener: (type: 'install', hear: (event: ExtendableEvent) => void) => void
}

/** What plugin.ts lists. */
declare module 'virtual:offline-files' {
  /** Addresses whose name changes with what is in them. */
  export const assets: readonly string[]
  export const shell: { url: string; revision: string }[]
}

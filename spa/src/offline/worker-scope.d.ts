/** Types of the worker's global scope that are used: worker and DOM libraries conflict with each other. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface WorkerScope {
  skipWaiting: () => Promise<void>
  clients: { matchAll: (which: { includeUncontrolled: true }) => Promise<readonly { url: string }[]> }
  addEventListener: (type: 'install', hear: (event: ExtendableEvent) => void) => void
}

/** Provided by serviceWorker.plugin.ts. */
declare module 'virtual:offline-files' {
  /** URLs with a content hash. */
  export const assets: readonly string[]
  /** URLs of translation bundles by language, also hashed. */
  export const words: Readonly<Record<string, readonly string[]>>
  /** Prefixes of markets with ordering. */
  export const prefixes: readonly string[]
  export const shell: { url: string; revision: string }[]
}

/** What the worker uses of its global scope: the types of a worker and those of a page cannot both be loaded. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface WorkerScope {
  skipWaiting: () => Promise<void>
  clients: { matchAll: (which: { includeUncontrolled: true }) => Promise<readonly { url: string }[]> }
  addEventListener: (type: 'install', hear: (event: ExtendableEvent) => void) => void
}

/** What serviceWorker.plugin.ts lists. */
declare module 'virtual:offline-files' {
  /** Addresses whose name changes with what is in them. */
  export const assets: readonly string[]
  /** Such addresses too: the words of a language. */
  export const words: Readonly<Record<string, readonly string[]>>
  /** The markets with a prefix where guests order. */
  export const prefixes: readonly string[]
  export const shell: { url: string; revision: string }[]
}

/** The used types of the worker's global scope. TypeScript's worker and DOM libraries cannot be loaded together. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface WorkerScope {
  skipWaiting: () => Promise<void>
  clients: { matchAll: (which: { includeUncontrolled: true }) => Promise<readonly { url: string }[]> }
  addEventListener: (type: 'install' | 'message', listener: (event: ExtendableEvent) => void) => void
}

/** Inserted by serviceWorker.plugin.ts. */
declare const __FILES__: {
  /** URLs with a content hash. */
  assets: readonly string[]
  /** URLs of translation bundles by language, also hashed. */
  translations: Readonly<Record<string, readonly string[]>>
  /** Prefixes of markets with ordering. */
  prefixes: readonly string[]
  shell: { url: string; revision: string }[]
}

/** The used types of the worker's global scope. TypeScript's worker and DOM libraries cannot be loaded together. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface WorkerScope {
  skipWaiting: () => Promise<void>
  clients: { matchAll: (which: { includeUncontrolled: true }) => Promise<readonly { url: string }[]> }
  addEventListener: (type: 'install' | 'message', listener: (event: ExtendableEvent) => void) => void
}

/** Provided by serviceWorker.plugin.ts. */
declare module 'virtual:offline-files' {
  /** URLs with a content hash. */
  export const assets: readonly string[]
  /** URLs of translation bundles by language, also hashed. */
  export const translations: Readonly<Record<string, readonly string[]>>
  /** Prefixes of markets with ordering. */
  export const prefixes: readonly string[]
  export const shell: { url: string; revision: string }[]
}

/** What the browser tests, which are TypeScript, know of stack.mjs. */
export interface RunningStack {
  url: string
  pid: number
  dataDir: string
  log(): string
  stop(): Promise<void>
}

export function startStack(options?: { env?: Record<string, string>; dataDir?: string; clock?: string }): Promise<RunningStack>

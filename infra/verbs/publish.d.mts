/** What the browser tests, which are TypeScript, know of publish.mjs. */
export function publish(origin: string, folder: string, how?: { chosen?: readonly string[] }): Promise<{ pages: number; seconds: number; come: string[]; gone: string[] }>

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

type Kind = 'locations' | 'menu' | 'availability'

interface SeedMenu {
  items: { id: string; price: Price }[]
  overrides: { location: string; prices: Record<string, Price> }[]
}

interface Price {
  usd: number
  cad: number
}

/** The system that a test's guest visits: the shared one, or one of the test's own where the world must be changed. */
export class Stack {
  readonly url: string
  readonly dataDir: string
  /** What the server has written so far. Only of a stack of the test's own. */
  readonly log: () => string

  constructor(url: string, dataDir: string, log: () => string) {
    this.url = url
    this.dataDir = dataDir
    this.log = log
  }

  /** Moves the server's clock on by a Go duration, such as 10m. Only on a stack of the test's own. */
  passTime(by: string) {
    return this.post('/sandbox/clock', { by })
  }

  /** A switch of the payments sandbox: down, slow, lose. Only on a stack of the test's own. */
  payments(failure: 'down' | 'slow' | 'lose', on: boolean) {
    return this.post('/sandbox/payments/switches', { switch: failure, state: on ? 'on' : 'off' })
  }

  /** A switch of the kitchen simulator. Only on a stack of the test's own. */
  kitchen(what: 'open' | 'byItself', on: boolean) {
    return this.post('/sandbox/kitchen/switches', { switch: what, state: on ? 'on' : 'off' })
  }

  /** Keeps the server from writing, as a program does that holds the store's file; what this gives lets go. Only on a stack of the test's own. */
  holdStore(): () => void {
    const store = new DatabaseSync(join(this.dataDir, 'table.db'))
    store.exec('BEGIN IMMEDIATE')
    return () => store.close()
  }

  /** Runs `npm run import` on a file with this content while the server runs. Gives what it reports. */
  async import(kind: Kind, content: unknown, ending = 'json', ...options: string[]): Promise<string> {
    const file = join(this.dataDir, `${kind}-of-a-test.${ending}`)
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    const { stdout } = await run(join(root, '.local/build/import'), [kind, file, ...options], {
      env: { ...process.env, DATA_DIR: this.dataDir },
    })
    return stdout
  }

  /** The menu of the seed, to be changed and imported. */
  async seedMenu(): Promise<SeedMenu> {
    return JSON.parse(await readFile(join(root, 'infra/seed/menu.json'), 'utf8'))
  }

  private async post(path: string, form: Record<string, string>) {
    const answer = await fetch(this.url + path, { method: 'POST', body: new URLSearchParams(form) })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  }
}

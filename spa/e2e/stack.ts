import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { noon } from '../../infra/verbs/stack.mjs'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

type Kind = 'locations' | 'menu' | 'availability' | 'promotions'

interface SeedMenu {
  items: { id: string; price: Price }[]
  overrides: { location: string; prices: Record<string, Price> }[]
}

interface Gift {
  name: { en: string; 'fr-ca': string }
}

interface SeedPromotions {
  promotions: { id: string }[]
  program: { birthday: { gift: Gift }; mystery: { prizes: { id: string; gift: Gift }[] } }
}

interface Price {
  usd: number
  cad: number
}

/** The system under test: the shared stack, or an own one for tests that change its state. */
export class Stack {
  readonly url: string
  readonly dataDir: string
  /** Returns the server's log. Own stacks only. */
  readonly log: () => string

  constructor(url: string, dataDir: string, log: () => string) {
    this.url = url
    this.dataDir = dataDir
    this.log = log
  }

  /** Advances the server's clock by a Go duration, such as 10m. Own stacks only. */
  passTime(by: string) {
    return this.post('/sandbox/clock', { by })
  }

  /** Sets a switch of the kitchen simulator. Own stacks only. */
  kitchen(what: 'open' | 'byItself', on: boolean) {
    return this.post('/sandbox/kitchen/switches', { switch: what, state: on ? 'on' : 'off' })
  }

  /** Locks the database file, so that the server cannot write; the returned function unlocks it. Own stacks only. */
  lockDatabase(): () => void {
    const database = new DatabaseSync(join(this.dataDir, 'table.db'))
    database.exec('BEGIN IMMEDIATE')
    return () => database.close()
  }

  /** Runs `npm run import` on a file with this content while the server runs. Returns its output. */
  async import(kind: Kind, content: unknown, ending = 'json', ...options: string[]): Promise<string> {
    const file = join(this.dataDir, `${kind}-of-a-test.${ending}`)
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    const { stdout } = await run(join(root, '.local/build/import'), [kind, file, ...options], {
      env: { ...process.env, DATA_DIR: this.dataDir, CLOCK: noon },
    })
    return stdout
  }

  /** Returns the seeded menu, for modified imports. */
  async seedMenu(): Promise<SeedMenu> {
    return JSON.parse(await readFile(join(root, 'infra/seed/menu.json'), 'utf8'))
  }

  /** Returns the seeded promotions with the rules of given rewards, for modified imports. */
  async seedPromotions(): Promise<SeedPromotions> {
    return JSON.parse(await readFile(join(root, 'infra/seed/promotions.json'), 'utf8'))
  }

  private async post(path: string, form: Record<string, string>) {
    const answer = await fetch(this.url + path, { method: 'POST', body: new URLSearchParams(form) })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  }
}

// @vitest-environment node
import { join } from 'node:path'
import { build, createLogger } from 'vite'
import { expect, test } from 'vitest'
import { composedSource } from './composedSource.plugin.ts'

const sheet = join(import.meta.dirname, '..', 'features', 'basket', 'summary', 'Summary.module.css')

/** Returns Vite's warnings for a style sheet that composes from another one. */
async function warnings(plugins: (typeof composedSource)[]) {
  const messages: string[] = []
  const customLogger = createLogger('warn')
  customLogger.warn = customLogger.warnOnce = (message) => {
    messages.push(message)
  }
  await build({
    configFile: false,
    logLevel: 'warn',
    customLogger,
    css: { postcss: { plugins } },
    build: { write: false, rolldownOptions: { input: sheet } },
  })
  return messages.filter((message) => message.includes('PostCSS'))
}

test('a composed style sheet builds without a warning', async () => {
  expect(await warnings([]), 'without the plugin Vite warns').not.toEqual([])
  expect(await warnings([composedSource])).toEqual([])
})

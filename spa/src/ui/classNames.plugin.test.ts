// @vitest-environment node
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { inlineClassNames, inlineConst, shortClassNames } from './classNames.plugin.ts'

test('class names are inlined, and the rules of their sheet stay', async () => {
  const input = join(import.meta.dirname, 'layout', 'Drips.tsx')
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    css: { modules: shortClassNames },
    plugins: [inlineClassNames],
    build: {
      write: false,
      rolldownOptions: {
        input,
        external: /^react/,
        preserveEntrySignatures: 'strict',
        optimization: { inlineConst },
      },
    },
  })) as Rolldown.RolldownOutput
  const text = (name: RegExp) =>
    built.output
      .filter(({ fileName }) => name.test(fileName))
      .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
      .join('')
  const [name] = /drips_\w+/.exec(text(/\.js$/)) ?? []
  expect(text(/\.css$/)).toContain(`.${name}{`)
  expect(text(/\.js$/)).not.toMatch(/drips:/)
})

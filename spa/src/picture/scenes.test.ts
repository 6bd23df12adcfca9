// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scenes } from './scenes.ts'

const content = join(import.meta.dirname, '../../../infra/seed/content')

test('every built scene is used, and content names no missing picture', () => {
  const words = globSync('**/*.md', { cwd: content }).map((file) => readFileSync(join(content, file), 'utf8'))
  const named = words.flatMap((text) =>
    [...text.matchAll(/(?:^picture: |\]\()([\w/-]+\.(?:jpe?g|png|webp))\b/gm)].map((found) => found[1]!),
  )
  const drawn = scenes().onPages.map(({ path }) => path)
  expect([...new Set(named)].sort()).toEqual(drawn.sort())
})

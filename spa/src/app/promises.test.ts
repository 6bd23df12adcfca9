import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../e2e')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** Test references in a table of promises: the last cell of each row, "file: name of the test", separated by dots. */
const proofs = read('README.md')
  .split('\n')
  .filter((row) => /^\| \d/.test(row))
  .flatMap((row) => row.split(' | ').at(-1)!.replace(/ \|$/, '').split(' · '))
  .map((proof) => /^(\S+): (.+)$/.exec(proof)!.slice(1) as [file: string, name: string])

test('every promise to a guest names a test that exists', () => {
  expect(proofs.length).toBeGreaterThan(50)
  expect(proofs.filter(([file, name]) => !read(file).includes(name))).toEqual([])
})

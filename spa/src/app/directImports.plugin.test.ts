import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { directImports } from './directImports.plugin'

const chunk = (fileName: string, code: string, isDynamicEntry = false) => {
  const name = /(\w+)-1\.js$/.exec(fileName)![1]
  return [fileName, { type: 'chunk', fileName, name, code, isDynamicEntry }] as const
}

test('dynamic imports read a group’s chunk itself, and only its facades are removed', () => {
  const bundle = Object.fromEntries([
    chunk('assets/site-1.js', 'const a=()=>import(`./Toast-1.js`),b=()=>import(`./Page-1.js`)'),
    chunk('assets/Toast-1.js', 'export{t as Toast,$ as show}from"./group-1.js";', true),
    chunk('assets/group-1.js', 'export{t,$}'),
    chunk('assets/Page-1.js', 'export{p as Page}from"./other-1.js";', true),
    chunk('assets/other-1.js', 'export{p}'),
    chunk('assets/own-1.js', 'const o=1;export{o as Own}', true),
  ])
  const { handler } = directImports('group').generateBundle as { handler: (...args: unknown[]) => void }
  handler({}, bundle)
  const files = ['site', 'group', 'Page', 'other', 'own'].map((name) => `assets/${name}-1.js`)
  expect(Object.keys(bundle)).toEqual(files)
  const { code } = bundle['assets/site-1.js'] as Pick<Rolldown.OutputChunk, 'code'>
  expect(code).toBe(
    'const a=()=>import("./group-1.js").then(m=>({Toast:m.t,show:m.$})),b=()=>import(`./Page-1.js`)',
  )
})

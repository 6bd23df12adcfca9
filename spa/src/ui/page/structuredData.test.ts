import { expect, test } from 'vitest'
import { canonical, scriptText } from './structuredData'

test.each([
  ['/', 'https://www.bigdealburger.example/'],
  ['/index', 'https://www.bigdealburger.example/'],
  ['/locations/', 'https://www.bigdealburger.example/locations'],
])('canonical %s', (path, want) => expect(canonical(path)).toBe(want))

test('a name cannot close the script element', () => {
  const text = scriptText({ name: '</script><script>alert(1)</script><!--' })
  expect(text).not.toContain('<')
  expect(JSON.parse(text).name).toBe('</script><script>alert(1)</script><!--')
})

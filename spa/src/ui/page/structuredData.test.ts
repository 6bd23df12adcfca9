import { expect, test } from 'vitest'
import { breadcrumbList, canonical, scriptText } from './structuredData'

test('breadcrumbs are numbered from one', () => {
  expect(
    breadcrumbList([
      { name: 'Locations', path: '/locations' },
      { name: 'Oklahoma', path: '/locations/oklahoma' },
    ]).itemListElement,
  ).toEqual([
    {
      '@type': 'ListItem',
      position: 1,
      name: 'Locations',
      item: { '@type': 'WebPage', '@id': 'https://www.bigdealburger.example/locations' },
    },
    {
      '@type': 'ListItem',
      position: 2,
      name: 'Oklahoma',
      item: { '@type': 'WebPage', '@id': 'https://www.bigdealburger.example/locations/oklahoma' },
    },
  ])
})

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

import { expect, test } from 'vitest'
import { breadcrumbList } from './crumbs'

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

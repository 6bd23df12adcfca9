import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { BlogPage } from './BlogPage'
import { ContentPage } from './ContentPage'
import { PostPage } from './PostPage'
import { SitemapPage } from './SitemapPage'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
})

const pages: [string, ReactElement][] = [
  ['a page', <ContentPage key="page" slug="company/our-story" />],
  ['the blog', <BlogPage key="blog" />],
  ['a post', <PostPage key="post" />],
  ['the sitemap', <SitemapPage key="sitemap" />],
]

test.each(pages)('%s that fails to load shows a message', async (_, page) => {
  renderAt('/press/blog', page)
  expect(await screen.findByText('Failed to fetch. Try again in a moment.')).toBeDefined()
})

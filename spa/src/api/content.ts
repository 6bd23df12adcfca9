import type { Visibility } from '../market/navigation'
import { api } from './api'
import { contentQuery, type LocaleVariables } from './graphql'

/** A file in the brand's picture folder; `url` is "/pictures/" and its path. */
export interface Picture {
  url: string
  alt: string
}

/** A piece of text. A newline in it is a line break. */
export interface Span {
  text: string
  strong?: boolean
  emphasis?: boolean
  /** Site path without market prefix, a fragment (#…), or an https, mailto or tel URL. */
  href?: string
}

export type Text = Span[]

/** A part of a page's body; its kind determines the other fields. Empty fields are absent. */
export interface Block {
  kind:
    | 'HEADING'
    | 'PARAGRAPH'
    | 'LIST'
    | 'QUOTE'
    | 'TABLE'
    | 'PICTURE'
    | 'PEOPLE'
    | 'FACTS'
    | 'FAQ'
    | 'STEPS'
    | 'CTA'
    | 'JOBS'
    | 'FORM'
  /** Headings only: 2 to 4. */
  level?: number
  /** Headings only: unique on the page. */
  id?: string
  ordered?: boolean
  text?: Text
  items?: Text[]
  head?: Text[]
  rows?: Text[][]
  people?: { name: string; role: string; bio?: string; picture?: Picture }[]
  facts?: { number: string; label: string }[]
  faq?: { q: string; a: Text }[]
  steps?: { title: string; text?: string }[]
  jobs?: { title: string; place: string; kind?: string; text?: string; needs?: string[] }[]
  picture?: Picture
  cta?: { label: string; url: string }
  /** Kind of a form: feedback, talk, … */
  form?: string
}

export interface PageLink extends Visibility {
  /** Path below the market's prefix. */
  slug: string
  title: string
  /** 2026-11-01 */
  updated: string
  preventIndexing?: boolean
}

export interface Page extends PageLink {
  kicker?: string
  description: string
  keywords?: string[]
  picture?: Picture
  blocks: Block[]
}

/** A post in a list; its slug is the last segment of its path. */
export interface PostLink extends PageLink {
  summary: string
  author: string
  /** 2026-11-01 */
  date: string
  picture?: Picture
}

export interface Post extends PostLink {
  description: string
  keywords?: string[]
  blocks: Block[]
  /** The next newer post. */
  next?: PostLink
  /** The next older post. */
  previous?: PostLink
}

interface PostPage {
  items?: PostLink[]
  page: number
  pages?: number
  total?: number
}

export interface Promo extends Visibility {
  id: string
  title: string
  text: string
  terms?: string
  picture?: Picture
  cta?: { label: string; url: string }
}

const link = 'slug title updated preventIndexing showOnCanadaSite showOnInternationalSite'
const picture = 'picture{url alt}'
const text = '{text strong emphasis href}'
const blocks = `blocks{kind level id ordered text${text} items${text} head${text} rows${text} people{name role bio ${picture}} facts{number label} faq{q a${text}} steps{title text} jobs{title place kind text needs} ${picture} cta{label url} form}`
const postLink = `${link} summary author date ${picture}`

interface BySlug extends LocaleVariables {
  slug: string
}

const content = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns a page; null if it does not exist in this language. */
    page: build.query<Page | null, BySlug>(
      contentQuery(
        'page',
        `query Page($locale:String!,$slug:String!){page(locale:$locale,slug:$slug){${link} kicker description keywords ${picture} ${blocks}}}`,
      ),
    ),
    pages: build.query<PageLink[], LocaleVariables>(
      contentQuery('pages', `query Pages($locale:String!){pages(locale:$locale){${link}}}`),
    ),
    /** Returns the posts, newest first, six per page. Pages start at 1. */
    posts: build.query<PostPage, LocaleVariables & { page: number }>(
      contentQuery(
        'posts',
        `query Posts($locale:String!,$page:Int){posts(locale:$locale,page:$page){items{${postLink}} page pages total}}`,
      ),
    ),
    /** Returns a post; null if it does not exist in this language. */
    post: build.query<Post | null, BySlug>(
      contentQuery(
        'post',
        `query Post($locale:String!,$slug:String!){post(locale:$locale,slug:$slug){${postLink} description keywords ${blocks} next{${postLink}} previous{${postLink}}}}`,
      ),
    ),
    promos: build.query<Promo[], LocaleVariables>(
      contentQuery(
        'promos',
        `query Promos($locale:String!){promos(locale:$locale){id title text terms ${picture} cta{label url} showOnCanadaSite showOnInternationalSite}}`,
      ),
    ),
  }),
})

export const { usePageQuery, usePagesQuery, usePostsQuery, usePostQuery, usePromosQuery } = content

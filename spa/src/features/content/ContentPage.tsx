import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Page, usePageQuery } from '../../api/content'
import { isShown } from '../../market/navigation'
import { marketsWith, pageOf } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatFullDate } from '../../time/time'
import { NotFoundPage } from '../../ui/feedback/NotFoundPage'
import { breadcrumbList } from '../../ui/page/crumbs'
import { PageMeta } from '../../ui/page/PageMeta'
import { Bands } from './Bands'
import { plainText } from './bands'
import { ContentSkeleton } from './ContentSkeleton'
import { ContentUnavailable } from './ContentUnavailable'
import { FormSlot } from './FormSlot'
import { Offers } from './Offers'
import { PageOpening } from './PageOpening'
import { hasOffers, lookOf } from './pageLook'
import { ogImageOf } from './pictureOf'
import { TableOfContents } from './TableOfContents'
import { useCrumbs } from './useCrumbs'

interface ContentPageProps {
  /** Path below the market's prefix. */
  slug: string
  /** Additional content below the first band. */
  children?: ReactNode
  /** Renders the forms of the content. */
  Form?: ComponentType<{ kind: string }>
}

/** ContentPage renders a page of the brand's content by its slug. */
export function ContentPage({ slug, children, Form = NoForm }: ContentPageProps) {
  const { locale } = useMarket()
  const { data: page, error, refetch } = usePageQuery({ locale, slug })
  if (error) return <ContentUnavailable onRetry={refetch} />
  if (page === null) return <NotFoundPage />
  if (!page) return <ContentSkeleton look={lookOf(slug)} />
  return (
    <FormSlot value={Form}>
      <LoadedPage page={page}>{children}</LoadedPage>
    </FormSlot>
  )
}

const NoForm = () => null

function LoadedPage({ page, children }: { page: Page; children?: ReactNode }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const look = lookOf(page.slug)
  const crumbs = useCrumbs({ name: page.title, path: paths.content(page.slug) })
  const name = pageOf(`/${page.slug}`)
  const Body = hasOffers(page.slug) ? Offers : Bands
  const second = page.blocks.findIndex(({ kind, level }) => kind === 'HEADING' && level === 2)
  const cut = children && second > 0 ? second : page.blocks.length
  const headings = page.blocks.filter(({ kind, level }) => kind === 'HEADING' && level === 2)
  return (
    <>
      <PageMeta
        title={page.title}
        description={page.description}
        keywords={page.keywords}
        ogImage={ogImageOf(page.picture)}
        preventIndexing={page.preventIndexing}
        data={[breadcrumbList(crumbs)]}
        alternates={name && marketsWith(name).filter((market) => isShown(market, page))}
      />
      <PageOpening crumbs={crumbs} title={page.title} kicker={page.kicker} look={look} picture={page.picture}>
        {look === 'paper' && <p>{t('content.updated', { date: formatFullDate(page.updated, lang) })}</p>}
      </PageOpening>
      {look === 'paper' && (
        <TableOfContents headings={headings.map(({ id = '', text }) => ({ id, text: plainText(text) }))} />
      )}
      <Body blocks={page.blocks.slice(0, cut)} />
      {children}
      {cut < page.blocks.length && <Bands blocks={page.blocks.slice(cut)} />}
    </>
  )
}

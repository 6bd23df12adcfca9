import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type PageLink, usePagesQuery, usePostsQuery } from '../../api/content'
import { useListStatesQuery } from '../../api/generated'
import { hasPage, marketsWith, pageOf } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { Ticket } from '../../ui/layout/Ticket'
import { RailTicket, TicketRail } from '../../ui/layout/TicketRail'
import { Breadcrumbs } from '../../ui/page/Breadcrumbs'
import { breadcrumbList } from '../../ui/page/crumbs'
import { PageMeta } from '../../ui/page/PageMeta'
import { ContentSkeleton } from './ContentSkeleton'
import { ContentUnavailable } from './ContentUnavailable'
import styles from './SitemapPage.module.css'
import { useCrumbs } from './useCrumbs'

/** Sections of the content, by the first segment of their paths. */
const parts = ['company', 'promos', 'catering', 'contact', 'legal'] as const

/** Lists every page of the site as tickets on the rail. */
export function SitemapPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { data: pages, error, refetch } = usePagesQuery({ locale: market.locale })
  const { data: places, isError: placeless } = useListStatesQuery({})
  const crumbs = useCrumbs({ name: t('content.sitemap'), path: paths.page('sitemap') })
  // Render all tickets at once: otherwise the lower ones would shift.
  if (!error && !(pages && (places || placeless))) return <ContentSkeleton look="paper" />
  const visiblePages = (pages ?? []).filter(({ slug }) => {
    const name = pageOf(`/${slug}`)
    return name && hasPage(market, name)
  })
  const states = (places?.regions ?? []).filter(({ country }) => country === market.country)
  return (
    <>
      <PageMeta
        title={t('content.sitemap')}
        description={t('content.sitemap-description')}
        data={[breadcrumbList(crumbs)]}
        alternates={marketsWith('sitemap')}
      />
      <div className={`wrap ${styles.head}`}>
        <Breadcrumbs crumbs={crumbs} />
        <h1>{t('content.sitemap-heading')}</h1>
      </div>
      {error && <ContentUnavailable level={2} onRetry={refetch} />}
      <TicketRail className={styles.wall}>
        <div className={styles.tickets}>
          <Slip title={t('content.sitemap-eat')}>
            <Line to={paths.home}>{t('content.home')}</Line>
            <Line to={paths.page('menuPage')}>{t('content.menu')}</Line>
            {market.acceptsOrders && (
              <>
                <Line to={paths.startOrder()}>{t('app.footer-start')}</Line>
                <Line to={paths.cart}>{t('app.cart')}</Line>
                <Line to={paths.page('login')}>{t('shell.sign-in')}</Line>
                <Line to={paths.page('signup')}>{t('shell.sign-up')}</Line>
              </>
            )}
          </Slip>
          {parts.map((part) => (
            <Part key={part} title={t(`content.part-${part}`)} pages={visiblePages.filter(isBelow(part))} />
          ))}
          <Slip title={t('content.sitemap-places')} wide>
            <Line to={paths.locations}>{t('content.all-places')}</Line>
            {states.map(({ slug, state }) => (
              <Line key={slug} to={paths.location(slug)}>
                {state.label}
              </Line>
            ))}
          </Slip>
          {hasPage(market, 'blog') && <Blog />}
        </div>
      </TicketRail>
    </>
  )
}

const isBelow = (part: string) => (page: PageLink) => page.slug === part || page.slug.startsWith(`${part}/`)

function Part({ title, pages }: { title: string; pages: readonly PageLink[] }) {
  const paths = usePaths()
  if (pages.length === 0) return null
  return (
    <Slip title={title}>
      {pages.map(({ slug, title }) => (
        <Line key={slug} to={paths.content(slug)}>
          {title}
        </Line>
      ))}
    </Slip>
  )
}

/** Ticket of the blog, for brands that have one. */
function Blog() {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const paths = usePaths()
  const { data } = usePostsQuery({ locale, page: 1 })
  if (!data?.items?.length) return null
  return (
    <Slip title={t('press.title')} wide>
      <Line to={paths.blogPage(1)}>{t('press.masthead')}</Line>
      <Posts page={1} />
    </Slip>
  )
}

/** The posts from this page of the list to the last, recursively. */
function Posts({ page }: { page: number }) {
  const { locale } = useMarket()
  const paths = usePaths()
  const { data } = usePostsQuery({ locale, page })
  return (
    <>
      {data?.items?.map(({ slug, title }) => (
        <Line key={slug} to={paths.post(slug)}>
          {title}
        </Line>
      ))}
      {data && page < (data.pages ?? 1) && <Posts page={page + 1} />}
    </>
  )
}

interface SlipProps {
  title: string
  /** Long list: the ticket takes the full width. */
  wide?: boolean
  children: ReactNode
}

function Slip({ title, wide = false, children }: SlipProps) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <RailTicket>
        <Ticket title={title}>
          <ul className={styles.lines}>{children}</ul>
        </Ticket>
      </RailTicket>
    </div>
  )
}

function Line({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  )
}

import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type PostLink, usePostsQuery } from '../../api/content'
import { marketsWith } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatFullDate } from '../../time/time'
import { NotFoundPage } from '../../ui/feedback/NotFoundPage'
import { Breadcrumbs } from '../../ui/page/Breadcrumbs'
import { breadcrumbList } from '../../ui/page/crumbs'
import { drawnOgImage } from '../../ui/page/ogImage'
import { PageMeta } from '../../ui/page/PageMeta'
import styles from './BlogPage.module.css'
import { ContentPicture } from './ContentPicture'
import { ContentSkeleton } from './ContentSkeleton'
import { ContentUnavailable } from './ContentUnavailable'
import { useCrumbs } from './useCrumbs'

/** Front page of the press blog: the newest story first and largest, the others in columns. */
export function BlogPage() {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const paths = usePaths()
  const { page: asked = '1' } = useParams()
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 0
  const { currentData: list, error, refetch } = usePostsQuery({ locale, page }, { skip: page === 0 })
  const title = page > 1 ? t('press.title-page', { page }) : t('press.title')
  const crumbs = useCrumbs({ name: title, path: paths.blogPage(page) })
  if (error) return <ContentUnavailable onRetry={refetch} />
  if (page === 0 || (list && !list.items)) return <NotFoundPage />
  if (!list) return <ContentSkeleton look="paper" />
  const [first, ...others] = list.items ?? []
  const pages = list.pages ?? 1
  return (
    <div className={`wrap ${styles.sheet}`}>
      <PageMeta
        title={title}
        description={page > 1 ? t('press.description-page', { page }) : t('press.description')}
        ogImage={drawnOgImage('blog')}
        data={[breadcrumbList(crumbs)]}
        alternates={marketsWith('blog')}
      />
      <link rel="alternate" type="application/atom+xml" href={paths.feed} title={t('press.title')} />
      <Breadcrumbs crumbs={crumbs} />
      <header className={styles.masthead}>
        <h1>{t('press.masthead')}</h1>
        <p>
          <span>{page > 1 ? title : t('press.line')}</span>
          <a href={paths.feed} type="application/atom+xml">
            {t('press.feed')}
          </a>
        </p>
      </header>
      {first && <Story post={first} lead />}
      {others.length > 0 && (
        <ul className={styles.columns}>
          {others.map((post) => (
            <li key={post.slug}>
              <Story post={post} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className={styles.pages} aria-label={t('press.pages')}>
          {page > 1 && (
            <Link to={paths.blogPage(page - 1)} rel="prev">
              {t('press.newer')}
            </Link>
          )}
          <span>{t('press.page-of', { page, pages })}</span>
          {page < pages && (
            <Link to={paths.blogPage(page + 1)} rel="next">
              {t('press.older')}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

// Matches the widths in BlogPage.module.css at the maximum page width and below.
const leadSizes = '(min-width: 1312px) 656px, (min-width: 960px) 52vw, 100vw'
const sizes = '(min-width: 1312px) 608px, (min-width: 600px) 48vw, 100vw'

/** Teaser of a post with its picture; the whole teaser is a link. */
function Story({ post, lead = false }: { post: PostLink; lead?: boolean }) {
  const { lang } = useMarket()
  const paths = usePaths()
  return (
    <article className={lead ? styles.lead : styles.story}>
      {post.picture && (
        <ContentPicture
          className={styles.picture}
          photographClass={styles.picture}
          picture={post.picture}
          priority={lead}
          sizes={lead ? leadSizes : sizes}
        />
      )}
      <div>
        <h2>
          <Link to={paths.post(post.slug)}>{post.title}</Link>
        </h2>
        <p>{post.summary}</p>
        <p className={styles.by}>
          <span>{post.author}</span>
          <time dateTime={post.date}>{formatFullDate(post.date, lang)}</time>
        </p>
      </div>
    </article>
  )
}

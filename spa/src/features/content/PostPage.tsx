import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { BlogPosting, WithContext } from 'schema-dts'
import { type Post, type PostLink, usePostQuery } from '../../api/content'
import { brand } from '../../brand/brand'
import { isShown } from '../../market/navigation'
import { marketsWith } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatFullDate } from '../../time/time'
import { NotFoundPage } from '../../ui/feedback/NotFoundPage'
import { breadcrumbList } from '../../ui/page/crumbs'
import { drawnOgImage } from '../../ui/page/ogImage'
import { PageMeta } from '../../ui/page/PageMeta'
import { canonical } from '../../ui/page/structuredData'
import { Blocks } from './Blocks'
import { ContentSkeleton } from './ContentSkeleton'
import { ContentUnavailable } from './ContentUnavailable'
import { PageOpening } from './PageOpening'
import styles from './PostPage.module.css'
import { ogImageOf } from './pictureOf'
import { useCrumbs } from './useCrumbs'

/** A post of the press blog. */
export function PostPage() {
  const { locale } = useMarket()
  const { slug = '' } = useParams()
  const { currentData: post, error, refetch } = usePostQuery({ locale, slug })
  if (error) return <ContentUnavailable onRetry={refetch} />
  if (post === null) return <NotFoundPage />
  return post ? <Story post={post} /> : <ContentSkeleton look="stage" />
}

function Story({ post }: { post: Post }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const path = paths.post(post.slug)
  const ogImage = ogImageOf(post.picture) ?? drawnOgImage('blog')
  const crumbs = useCrumbs({ name: post.title, path })
  return (
    <article>
      <PageMeta
        title={post.title}
        description={post.description}
        keywords={post.keywords}
        preventIndexing={post.preventIndexing}
        alternates={marketsWith('post').filter((market) => isShown(market, post))}
        ogImage={ogImage}
        data={[article(post, canonical(path), lang, canonical(ogImage.url)), breadcrumbList(crumbs)]}
      />
      <PageOpening crumbs={crumbs} title={post.title} look="stage" picture={post.picture}>
        <p className={styles.summary}>{post.summary}</p>
        <p className={styles.by}>
          <span>{t('press.by', { author: post.author })}</span>
          <time dateTime={post.date}>{formatFullDate(post.date, lang)}</time>
        </p>
      </PageOpening>
      <div className={`wrap ${styles.body}`}>
        <Blocks blocks={post.blocks} />
      </div>
      {(post.next || post.previous) && (
        <nav className={styles.others} aria-label={t('press.more')} data-ground="dark">
          {post.previous && <Other post={post.previous} label={t('press.previous')} />}
          {post.next && <Other post={post.next} label={t('press.next')} />}
        </nav>
      )}
    </article>
  )
}

function Other({ post, label }: { post: PostLink; label: string }) {
  const paths = usePaths()
  return (
    <Link to={paths.post(post.slug)}>
      <span>{label}</span> <b>{post.title}</b>
    </Link>
  )
}

/** schema.org/BlogPosting. */
function article(
  { title, description, author, date, updated }: Post,
  url: string,
  lang: string,
  image: string,
): WithContext<BlogPosting> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    image,
    inLanguage: lang,
    datePublished: date,
    dateModified: updated,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name: brand.name },
    url,
  }
}

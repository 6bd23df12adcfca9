import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { brand } from '../../brand/brand'
import { AppBanner } from '../../features/welcome/AppBanner'
import { formatPhone } from '../../market/formatPhone'
import { type Market, markets, siblings } from '../../market/market'
import { type FooterColumn, type FooterContent, type FooterLink, shownIn } from '../../market/navigation'
import { pathsOf } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import { repeatPress } from '../../ui/loading/firstInteraction'
import { AppStoreBadge } from '../../ui/media/AppStoreBadge'
import { ContentLink } from '../../ui/page/ContentLink'
import styles from './Footer.module.css'
import { ThemeToggle } from './ThemeToggle'

interface FooterProps {
  content: FooterContent
  /** Order pages do not promote the app. */
  ordering?: boolean
}

/** Site footer with the brand's content for this market. It does not re-render with the page. */
export const Footer = memo(function Footer({ content, ordering }: FooterProps) {
  const { t } = useTranslation()
  const market = useMarket()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => repeatPress(ref.current), [])
  const names = useMemo(() => new Intl.DisplayNames(market.lang, { type: 'region' }), [market.lang])
  return (
    <>
      {brand.appBanner && market.kind === 'us' && !ordering && <AppBanner footer={content} />}
      <footer ref={ref} className={styles.footer} data-ground="bun">
        <div className={`wrap ${styles.columns}`}>
          {shownIn(market, content.columns).map((column) => (
            <Column key={column.id} column={column} />
          ))}
        </div>
        <div className={`wrap ${styles.rows}`}>
          <Folded title={t('shell.general')}>
            <Links links={shownIn(market, content.generalLinks)} />
          </Folded>
          {!!content.policies?.length && (
            <Folded title={t('shell.policies')}>
              <Links links={shownIn(market, content.policies)} />
            </Folded>
          )}
          <Folded title={t('shell.countries')}>
            <ul className={styles.links}>
              {markets
                .filter((other) => other !== market)
                .map((other) => (
                  <li key={other.prefix}>
                    <a href={pathsOf(other).home} hrefLang={other.lang}>
                      {nameOf(other, names)}
                    </a>
                  </li>
                ))}
            </ul>
          </Folded>
          <div className={styles.last}>
            <p suppressHydrationWarning>
              {content.footerCopyright?.replace('[year]', String(new Date().getFullYear()))}
            </p>
            <ThemeToggle />
          </div>
        </div>
      </footer>
    </>
  )
})

/** Returns a country's name in the site's language, with the name of its language if the country has several. */
function nameOf(other: Market, names: Intl.DisplayNames): string {
  const country = names.of(other.country) ?? other.label
  return siblings(other).length > 1 ? `${country} (${other.language})` : country
}

/** A row of links, collapsible on small screens. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className={styles.column}>
      <details>
        <summary>
          <h2>{title}</h2>
        </summary>
        {children}
      </details>
    </nav>
  )
}

/** A column of links, collapsible on small screens with a native details element. */
function Column({ column }: { column: FooterColumn }) {
  const market = useMarket()
  const title = <h2>{column.title}</h2>
  // Only the United States have a catering desk; in Canada each location takes the call.
  const contacts = column.contactInfo?.filter(({ id }) => id !== 'catering' || market.kind === 'us')
  return (
    <section className={styles.column} aria-label={column.title}>
      {title}
      <details>
        <summary>{title}</summary>
        <Links links={shownIn(market, column.links)} />
        {contacts?.map(({ id, title, value }) => (
          <p key={id} className={styles.phone}>
            {title} <a href={`tel:${value}`}>{formatPhone(value, market.lang)}</a>
          </p>
        ))}
        {!!column.socialMedia?.length && (
          <>
            <h3>{column.socialTitle}</h3>
            <ul className={styles.social}>
              {column.socialMedia.map(({ url, socialImage: { alternativeText, ...image } }) => (
                <li key={url}>
                  <a href={url} rel="noreferrer">
                    <img
                      src={image.url}
                      alt={alternativeText}
                      width={image.width}
                      height={image.height}
                      loading="lazy"
                    />
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
        {column.footerCta?.map((badge) => (
          <AppStoreBadge key={badge.url} {...badge} />
        ))}
      </details>
    </section>
  )
}

function Links({ links }: { links: readonly FooterLink[] }) {
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.id}>
          <ContentLink link={link.pdf ? { url: link.pdf } : link}>{link.title}</ContentLink>
        </li>
      ))}
    </ul>
  )
}

import { useTranslation } from 'react-i18next'
import styles from './TableOfContents.module.css'

/** Links to the headings of a long document. */
export function TableOfContents({ headings }: { headings: readonly { id: string; text: string }[] }) {
  const { t } = useTranslation()
  return (
    <nav className={styles.contents} aria-labelledby="on-this-page">
      <div className="wrap">
        <h2 id="on-this-page">{t('content.on-this-page')}</h2>
        <ol>
          {headings.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

import type { Block } from '../../api/content'
import { Drips } from '../../ui/layout/Drips'
import styles from './Bands.module.css'
import { Blocks } from './Blocks'
import { type Band, bandsOf, plainText } from './bands'
import { Inline } from './Inline'

/** Body of a content page in full-width bands. */
export function Bands({ blocks }: { blocks: readonly Block[] }) {
  const bands = bandsOf(blocks)
  return bands.map((band, i) => <Layer key={band.heading?.id ?? 'lead'} band={band} lead={i === 0} />)
}

function Layer({ band: { heading, blocks, tone }, lead }: { band: Band; lead: boolean }) {
  const loud = tone === 'red' || tone === 'char'
  const isForm = ({ kind }: Block) => kind === 'FORM'
  const forms = blocks.filter(isForm)
  const texts = blocks.filter((block) => !isForm(block))
  const year = heading && /^\d{4}年?$/.test(plainText(heading.text))
  return (
    <section
      className={[styles.band, styles[tone], lead && !heading && styles.lead, year && styles.dated]
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={heading?.id}
      data-ground={loud ? 'dark' : tone === 'stage' ? tone : undefined}
    >
      <div className={`wrap ${styles.grid}`}>
        {heading && (
          <h2 id={heading.id} className={year ? styles.year : undefined}>
            <Inline spans={heading.text} />
          </h2>
        )}
        {texts.length > 0 && (
          <div className={styles.body}>
            <Blocks blocks={texts} loud={loud} rank={heading ? 3 : 2} />
          </div>
        )}
        {forms.length > 0 && <Blocks blocks={forms} />}
      </div>
      {tone === 'red' && <Drips color="var(--red)" />}
    </section>
  )
}

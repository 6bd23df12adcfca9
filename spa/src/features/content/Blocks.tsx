import { use } from 'react'
import type { Block } from '../../api/content'
import { isFile } from '../../market/navigation'
import { ButtonLink } from '../../ui/form/Button'
import { Accordion } from '../../ui/layout/Accordion'
import { Ticket } from '../../ui/layout/Ticket'
import { RailTicket, TicketRail } from '../../ui/layout/TicketRail'
import styles from './Blocks.module.css'
import { plainText } from './bands'
import { ContentPicture } from './ContentPicture'
import { FormSlot } from './FormSlot'
import { Inline, useContentPath } from './Inline'
import { drawingOf } from './pictureOf'
import { Table } from './Table'

interface BlocksProps {
  blocks: readonly Block[]
  /** On a red or char background. */
  loud?: boolean
  /** Heading level of people and steps: one below the heading above them. */
  rank?: 2 | 3
}

export function Blocks({ blocks, loud = false, rank = 3 }: BlocksProps) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes its order
        <BlockContent key={i} block={block} loud={loud} rank={rank} />
      ))}
    </div>
  )
}

function BlockContent({ block, loud, rank }: { block: Block; loud: boolean; rank: 2 | 3 }) {
  const Title = `h${rank}` as const
  switch (block.kind) {
    case 'HEADING': {
      const Heading = `h${block.level ?? 2}` as 'h2' | 'h3' | 'h4'
      return (
        <Heading id={block.id}>
          <Inline spans={block.text} />
        </Heading>
      )
    }
    case 'PARAGRAPH':
      return (
        <p className={block.text?.[0]?.href?.startsWith('tel:') ? styles.call : undefined}>
          <Inline spans={block.text} />
        </p>
      )
    case 'LIST': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List className={block.ordered ? styles.numbered : styles.list}>
          {block.items?.map((item) => (
            <li key={plainText(item)}>
              <span>
                <Inline spans={item} />
              </span>
            </li>
          ))}
        </List>
      )
    }
    case 'QUOTE':
      return (
        <blockquote className={styles.quote}>
          {block.items?.map((item) => (
            <p key={plainText(item)}>
              <Inline spans={item} />
            </p>
          ))}
        </blockquote>
      )
    case 'TABLE':
      return <Table head={block.head ?? []} rows={block.rows ?? []} />
    case 'PICTURE':
      return <Figure picture={block.picture} />
    case 'PEOPLE':
      return (
        <ul className={styles.people}>
          {block.people?.map(({ name, role, bio, picture }) => (
            <li key={name}>
              {picture && (
                <ContentPicture
                  className={styles.portrait}
                  photographClass={styles.portrait}
                  picture={picture}
                  sizes="12rem"
                />
              )}
              <Title>{name}</Title>
              <p className={styles.role}>{role}</p>
              {bio && <p>{bio}</p>}
            </li>
          ))}
        </ul>
      )
    case 'FACTS':
      return (
        <dl className={styles.facts}>
          {block.facts?.map(({ number, label }) => (
            <div key={label}>
              <dt>{number}</dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      )
    case 'FAQ':
      return (
        <div>
          {block.faq?.map(({ q, a }) => (
            <Accordion key={q} title={q}>
              <p className={styles.answer}>
                <Inline spans={a} />
              </p>
            </Accordion>
          ))}
        </div>
      )
    case 'STEPS':
      return (
        <ol className={styles.steps}>
          {block.steps?.map(({ title, text }) => (
            <li key={title}>
              <Title>{title}</Title>
              {text && <p>{text}</p>}
            </li>
          ))}
        </ol>
      )
    case 'JOBS':
      return (
        <TicketRail className={styles.rail}>
          <ul className={styles.jobs}>
            {block.jobs?.map(({ title, place, kind, text, needs }) => (
              <li key={title}>
                <RailTicket>
                  <Ticket title={title}>
                    <p className={styles.place}>
                      {place}
                      {kind && <span>{kind}</span>}
                    </p>
                    {text && <p>{text}</p>}
                    {needs && (
                      <ul className={styles.list}>
                        {needs.map((need) => (
                          <li key={need}>{need}</li>
                        ))}
                      </ul>
                    )}
                  </Ticket>
                </RailTicket>
              </li>
            ))}
          </ul>
        </TicketRail>
      )
    case 'CTA':
      return block.cta && <Action {...block.cta} loud={loud} />
    case 'FORM':
      return <Form kind={block.form ?? ''} />
  }
}

function Form({ kind }: { kind: string }) {
  const Slot = use(FormSlot)
  return <Slot kind={kind} />
}

/** Call to action. */
function Action({ label, url, loud }: { label: string; url: string; loud: boolean }) {
  const to = useContentPath(url)
  return (
    to && (
      <p>
        <ButtonLink to={to} reloadDocument={isFile(url)} tone={loud ? 'yellow' : 'red'}>
          {label}
        </ButtonLink>
      </p>
    )
  )
}

function Figure({ picture }: { picture: Block['picture'] }) {
  if (!picture) return null
  const drawn = drawingOf(picture) !== undefined
  return (
    <figure className={drawn ? styles.figure : undefined}>
      <ContentPicture
        className={styles.dish}
        picture={picture}
        sizes="(min-width: 1312px) 1248px, (min-width: 960px) calc(100vw - 64px), 100vw"
        describe
      />
    </figure>
  )
}

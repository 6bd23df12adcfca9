import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGetProfileQuery } from '../../../api/generated'
import { versionOf } from '../../../api/profile'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { Failure } from '../AccountForm'
import { Entry } from './Entry'
import styles from './Profile.module.css'
import { draftsOf } from './profileDrafts'
import { Loaded, type LoadedQuery, Section, type SectionId } from './Section'
import { focusLater } from './useFocusOnMount'
import { useRemoval } from './useRemoval'

interface WithId {
  id?: string
}

/** Props of the form of an entry. */
export interface EntryForm<One, List> {
  /** Name of the form among the drafts. */
  name: string
  /** Id of the entry; undefined for a new one. */
  id?: string
  /** The entries as this browser knows them. */
  part: List
  /** Returns the entry in them; undefined for a new one. */
  find: (list: List) => One | undefined
  onDone: () => void
}

interface EntryListProps<One extends WithId, List> {
  /** Id of the section's heading. */
  section: SectionId
  query: LoadedQuery<List>
  entriesOf: (list: List) => readonly One[]
  /** Maximum number of entries. */
  max?: number
  /** Lines of an entry. The first one names its buttons. */
  describe: (entry: One) => { name: string; lines?: readonly string[] }
  /** Label of the button that adds an entry. */
  addLabel: string
  form: (props: EntryForm<One, List>) => ReactNode
  remove: (id: string, ifMatch: string) => Promise<unknown>
  /** Adds an entry that was removed. */
  restore: (entry: One) => Promise<unknown>
}

/** A section of entries, each with its buttons. One form is open at a time, in the place of its entry; at first one with a draft. */
export function EntryList<One extends WithId, List extends { version: number }>({
  section,
  query,
  entriesOf,
  max = Number.POSITIVE_INFINITY,
  describe,
  addLabel,
  form,
  remove,
  restore,
}: EntryListProps<One, List>) {
  const { t } = useTranslation()
  const { removeEntry, failure } = useRemoval(section)
  const email = useGetProfileQuery().data?.email ?? ''
  const [open, setOpen] = useState(() =>
    Object.keys(draftsOf(email)).find((name) => name.startsWith(`${section}-`)),
  )
  const newEntry = `${section}-new`
  const idOf = ({ id = '' }: One) => `${section}-${id}`
  /** The form. Closed, it returns the focus to the button that opened it; after an addition to the heading. */
  const formOf = (part: List, name: string, opener: string, id?: string) =>
    form({
      name,
      id,
      part,
      find: (list) => entriesOf(list).find((entry) => entry.id === id),
      onDone: () => {
        setOpen(undefined)
        focusLater(opener, section)
      },
    })
  return (
    <Section id={section}>
      <Loaded query={query}>
        {(list) => (
          <>
            {entriesOf(list).length > 0 && (
              <ul className={styles.entries}>
                {entriesOf(list).map((entry) => {
                  const { name, lines } = describe(entry)
                  const id = idOf(entry)
                  if (open === id) return <li key={id}>{formOf(list, id, id, entry.id)}</li>
                  return (
                    <Entry key={id} name={name} lines={lines}>
                      <TextButton
                        id={id}
                        aria-label={t('profile.edit-entry', { name })}
                        onClick={() => setOpen(id)}
                      >
                        {t('profile.edit')}
                      </TextButton>
                      <TextButton
                        aria-label={t('profile.remove-entry', { name })}
                        onClick={() =>
                          void removeEntry(
                            name,
                            () => remove(entry.id ?? '', versionOf(list)),
                            () => restore(entry),
                          )
                        }
                      >
                        {t('account.remove')}
                      </TextButton>
                    </Entry>
                  )
                })}
              </ul>
            )}
            <Failure text={failure} />
            {open === newEntry
              ? formOf(list, newEntry, `${section}-add`)
              : entriesOf(list).length < max && (
                  <Button
                    id={`${section}-add`}
                    tone="second"
                    small
                    className={styles.start}
                    onClick={() => setOpen(newEntry)}
                  >
                    {addLabel}
                  </Button>
                )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

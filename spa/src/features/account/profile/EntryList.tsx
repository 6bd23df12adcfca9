import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGetProfileQuery } from '../../../api/generated'
import { versionOf } from '../../../api/profile'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { notify } from '../../../ui/overlay/notifications'
import { Failure } from '../AccountForm'
import { useAction } from '../useAction'
import styles from './Profile.module.css'
import { draftsOf } from './profileDrafts'

interface Entry {
  id?: string
}

interface EntryListProps<One extends Entry, List> {
  /** Id of the section's heading. */
  section: string
  list: List
  entries: readonly One[]
  /** Lines of an entry. The first one names its buttons. */
  describe: (entry: One) => { name: string; lines?: readonly string[] }
  /** Label of the button that adds an entry. Without it there is room for no other. */
  addLabel?: string
  /** Form of the entry with the id, or of a new one, with its name among the drafts. */
  form: (name: string, id: string | undefined, onDone: () => void) => ReactNode
  remove: (id: string, ifMatch: string) => Promise<unknown>
  /** Adds an entry that was removed. */
  restore: (entry: One) => Promise<unknown>
}

/** Entries of the profile, each with its buttons. One form is open at a time, in the place of its entry; at first one with a draft. */
export function EntryList<One extends Entry, List extends { version: number }>({
  section,
  list,
  entries,
  describe,
  addLabel,
  form,
  remove,
  restore,
}: EntryListProps<One, List>) {
  const { t } = useTranslation()
  const { run, failure } = useAction()
  const email = useGetProfileQuery().data?.email ?? ''
  const [open, setOpen] = useState(() =>
    Object.keys(draftsOf(email)).find((name) => name.startsWith(`${section}-`)),
  )
  const newEntry = `${section}-new`
  const idOf = ({ id = '' }: One) => `${section}-${id}`
  const focus = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())
  /** Closes the form. The focus returns to the button that opened it; after an addition to the heading. */
  const close = (opener: string) => () => {
    setOpen(undefined)
    requestAnimationFrame(() =>
      (document.getElementById(opener) ?? document.getElementById(section))?.focus(),
    )
  }
  const removeEntry = (entry: One, name: string) =>
    run(async () => {
      await remove(entry.id ?? '', versionOf(list))
      focus(section)
      notify({
        type: 'info',
        text: t('profile.removed', { name }),
        closeAfter: 10_000,
        action: { label: t('app.undo'), onPress: () => void run(() => restore(entry)) },
      })
    })

  return (
    <>
      {entries.length > 0 && (
        <ul className={styles.entries}>
          {entries.map((entry) => {
            const { name, lines = [] } = describe(entry)
            const id = idOf(entry)
            if (open === id) return <li key={id}>{form(id, entry.id, close(id))}</li>
            return (
              <li key={id} className={styles.entry}>
                <p>
                  <b>{name}</b>
                  {lines.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </p>
                <div className={styles.buttons}>
                  <TextButton
                    id={id}
                    aria-label={t('profile.edit-entry', { name })}
                    onClick={() => setOpen(id)}
                  >
                    {t('profile.edit')}
                  </TextButton>
                  <TextButton
                    aria-label={t('profile.remove-entry', { name })}
                    onClick={() => void removeEntry(entry, name)}
                  >
                    {t('account.remove')}
                  </TextButton>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <Failure text={failure} />
      {open === newEntry
        ? form(newEntry, undefined, close(`${section}-add`))
        : addLabel && (
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
  )
}

import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Failure } from '../AccountForm'
import { useReturned } from '../ConfirmAgain'
import { useAccountLoadErrorText } from '../useAccountProblemText'
import styles from './Profile.module.css'

/** The sections of the profile in their order, by the ids of their headings. */
export const sections = {
  contact: { title: 'profile.contact', line: 'profile.contact-line' },
  email: { title: 'checkout.email', line: 'profile.email-line' },
  address: { title: 'profile.address', line: 'profile.address-line' },
  delivery: { title: 'profile.delivery', line: 'profile.delivery-line' },
  cars: { title: 'profile.cars', line: 'profile.cars-line' },
  favorites: { title: 'profile.favorites', line: undefined },
  marketing: { title: 'profile.marketing', line: 'profile.marketing-line' },
  password: { title: 'account.password', line: 'profile.password-line' },
  passkeys: { title: 'account.passkeys', line: 'account.passkeys-line' },
  providers: { title: 'profile.providers', line: 'profile.providers-line' },
  sessions: { title: 'account.devices', line: 'account.devices-line' },
  data: { title: 'profile.data', line: 'profile.data-line' },
  deletion: { title: 'profile.deletion', line: 'profile.deletion-line' },
} as const

export type SectionId = keyof typeof sections

/** A part of the profile with its heading, which receives the focus when the customer comes back to it from a provider. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const { t } = useTranslation()
  const { title, line } = sections[id]
  const returned = useReturned(id)
  useEffect(() => {
    const heading = document.getElementById(id)
    // An open form has the focus already.
    if (returned && !heading?.parentElement?.contains(document.activeElement)) heading?.focus()
  }, [id, returned])
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {t(title)}
      </h2>
      {line && <p className={styles.line}>{t(line)}</p>}
      <Failure text={returned?.failure} />
      {children}
    </section>
  )
}

/** A query of the API. */
export interface LoadedQuery<Data> {
  data?: Data
  error?: unknown
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>
  children: (data: Data) => ReactNode
}

/** Shows a part of the profile once it has loaded. A part that fails does not affect the others. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  const text = useAccountLoadErrorText()
  if (data !== undefined) return children(data)
  if (error) return <ErrorMessage level={2} text={text(error as ApiError)} onRetry={() => void refetch()} />
  return (
    <>
      <Skeleton height="6rem" />
      <Loading />
    </>
  )
}

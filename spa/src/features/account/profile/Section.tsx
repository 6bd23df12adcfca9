import { type ReactNode, useEffect } from 'react'
import type { ApiError } from '../../../api/errors'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Failure } from '../AccountForm'
import { useReturned } from '../ConfirmAgain'
import { useAccountLoadErrorText } from '../useAccountProblemText'
import styles from './Profile.module.css'

interface SectionProps {
  id: string
  title: string
  line?: string
  children: ReactNode
}

/** A part of the profile with its heading, which receives the focus when the customer comes back to it from a provider. */
export function Section({ id, title, line, children }: SectionProps) {
  const returned = useReturned(id)
  useEffect(() => {
    const heading = document.getElementById(id)
    // An open form has the focus already.
    if (returned && !heading?.parentElement?.contains(document.activeElement)) heading?.focus()
  }, [id, returned])
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {line && <p className={styles.line}>{line}</p>}
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

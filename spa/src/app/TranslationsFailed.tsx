import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button } from '../ui/form/Button'
import { useReloadOnReconnect } from './useReloadOnReconnect'

/** Shown when the translations failed to load. Its few words are inlined in the document (see firstPaint in vite.config.ts). */
export function TranslationsFailed() {
  const error = useRouteError()
  const { reload } = useReloadOnReconnect()
  useEffect(() => console.error(error), [error])
  const {
    title = '',
    line = '',
    again = '',
  } = document.querySelector<HTMLTemplateElement>(
    `template[lang="${document.documentElement.lang.slice(0, 2)}"]`,
  )?.dataset ?? {}
  return (
    <main className="load-error">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{line}</p>
      <Button onClick={reload}>{again}</Button>
    </main>
  )
}

import {
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { currentTheme } from '../../../brand/theme'
import { useMarket } from '../../../market/useMarket'
import { Notice } from '../../../ui/feedback/Notice'
import { Button } from '../../../ui/form/Button'
import type { Billing } from '../draft'
import styles from './CardField.module.css'
import type { CardFieldCommand, CardFieldEvent } from './cardFieldMessages'

/** Commands of the payment page to the card field. */
export interface CardFieldHandle {
  /** Exchanges the card for a token. Undefined if the field shows an error and has the focus, or did not answer. */
  tokenize: (billing: Billing) => Promise<string | undefined>
  /** Shows the errors of the field without moving the focus. */
  check: () => void
  focus: () => void
}

interface CardFieldProps {
  /** URL of the hosted document. */
  address: string
  /** Key that the document sends to the provider. */
  publishableKey: string
  /** Location's country, for the billing address. */
  country: string
  ref: Ref<CardFieldHandle>
  /** Called with whether the input could be a complete card. */
  onChange: (complete: boolean) => void
  /** Called when Enter is pressed in the field. */
  onSubmit: () => void
}

/** Timeout for an answer of the document. Milliseconds. */
const timeout = 15_000

/** CardField embeds the provider's card form in a frame. Card data never reaches this page. */
export function CardField({ address, publishableKey, country, ref, onChange, onSubmit }: CardFieldProps) {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const noteId = useId()
  const frame = useRef<HTMLIFrameElement>(null)
  const request = useRef(0)
  const resolveToken = useRef<(token: string | undefined) => void>(undefined)
  const [ready, setReady] = useState(false)
  const [timedOut, setTimedOut] = useState(false)
  const [unanswered, setUnanswered] = useState(false)
  const [height, setHeight] = useState<number>()
  const [loadCount, setLoadCount] = useState(0)
  const [source] = useState(() => {
    const url = new URL(address, location.href)
    url.searchParams.set('locale', locale)
    url.searchParams.set('theme', currentTheme())
    url.searchParams.set('key', publishableKey)
    return url
  })
  const send = useCallback(
    // The sandbox's document has an opaque origin, so no target origin can be given. The messages contain no secrets.
    (command: CardFieldCommand) => frame.current?.contentWindow?.postMessage(command, '*'),
    [],
  )

  // Listens before the document can load: a missed `ready` would remove the field after the timeout.
  useLayoutEffect(() => {
    const onMessage = (event: MessageEvent<CardFieldEvent>) => {
      if (event.source !== frame.current?.contentWindow || !event.data) return
      const message = event.data
      if (message.type === 'card-field:ready') setReady(true)
      if (message.type === 'card-field:height') setHeight(message.height)
      if (message.type === 'card-field:change') onChange(message.complete)
      if (message.type === 'card-field:submit') onSubmit()
      // A late answer belongs to an older request, with another billing address.
      if ('request' in message && message.request !== request.current) return
      if (message.type === 'card-field:token') resolveToken.current?.(message.id)
      if (message.type === 'card-field:error') resolveToken.current?.(undefined)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [onChange, onSubmit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each load has its own timeout
  useEffect(() => {
    if (ready) return
    const timer = setTimeout(() => setTimedOut(true), timeout)
    return () => clearTimeout(timer)
  }, [ready, loadCount])

  // Forces layout before the document loads; otherwise it measures itself at the frame's default size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load creates a new frame
  useLayoutEffect(() => void frame.current?.getBoundingClientRect(), [loadCount])

  // The theme may change while a card is typed: send it to the field instead of reloading it.
  useEffect(() => {
    const observer = new MutationObserver(() => send({ type: 'card-field:theme', theme: currentTheme() }))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [send])

  useImperativeHandle(ref, () => ({
    check: () => void send({ type: 'card-field:check' }),
    focus: () => {
      frame.current?.focus()
      send({ type: 'card-field:focus' })
    },
    tokenize: ({ cardholder, address: line1, city, state, zip }) =>
      new Promise((resolve) => {
        setUnanswered(false)
        const timer = setTimeout(() => {
          setUnanswered(true)
          resolveToken.current?.(undefined)
        }, timeout)
        resolveToken.current = (token) => {
          clearTimeout(timer)
          resolveToken.current = undefined
          resolve(token)
        }
        send({
          type: 'card-field:tokenize',
          request: ++request.current,
          billing: { name: cardholder, line1, city, state, postalCode: zip, country },
        })
      }),
  }))

  const reload = () => {
    setTimedOut(false)
    setUnanswered(false)
    setReady(false)
    onChange(false)
    setLoadCount(loadCount + 1)
  }

  return (
    <div>
      {(unanswered || (timedOut && !ready)) && (
        <Notice tone="bad" role="alert">
          <p>{t(unanswered ? 'payment.card-field-silent' : 'payment.card-field-lost')}</p>
          <p>
            <Button small onClick={reload}>
              {t('payment.card-field-again')}
            </Button>
          </p>
        </Notice>
      )}
      {(ready || !timedOut) && (
        <iframe
          key={loadCount}
          ref={frame}
          className={styles.frame}
          src={source.href}
          title={t('payment.card-field')}
          aria-describedby={noteId}
          style={height ? { blockSize: `${height}px` } : undefined}
          data-ready={ready || undefined}
        />
      )}
      <p className={styles.note} id={noteId}>
        {t('payment.card-note')}
      </p>
    </div>
  )
}

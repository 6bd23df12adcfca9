import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePaths } from '../../market/useMarket'
import { ErrorSummary } from '../../ui/feedback/ErrorSummary'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'
import { Field } from '../../ui/form/Field'
import { keepFocusOnPress } from '../../ui/form/keepFocusOnPress'
import { TextButton } from '../../ui/form/TextButton'
import { Ticket } from '../../ui/layout/Ticket'
import { RailTicket } from '../../ui/layout/TicketRail'
import { repeatPress } from '../../ui/loading/firstInteraction'
import { useHydrated } from '../../ui/loading/useHydrated'
import styles from './GuestFormCard.module.css'
import { type GuestForm, idOf } from './useGuestForm'

interface GuestFormCardProps<Fields extends FieldValues> {
  guest: GuestForm<Fields>
  title: string
  /** Label of the button; by default "Send it". */
  send?: string
  /** What the brand does with the entry, before the link to the privacy policy; by default it answers the guest. */
  consent?: string
  /** Headline of the answer. */
  thanks: string
  /** What happens next; by default a mail to the guest. */
  next?: string
  /** Fields. */
  children: ReactNode
}

/** A form as a ticket on the rail: the fields, and after they are sent the reference. */
export function GuestFormCard<Fields extends FieldValues>({
  guest,
  title,
  send,
  consent,
  thanks,
  next,
  children,
}: GuestFormCardProps<Fields>) {
  const { t } = useTranslation()
  const paths = usePaths()
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  useEffect(() => {
    if (isHydrated) repeatPress(form.current)
  }, [isHydrated])
  return (
    <TicketCard title={title}>
      {guest.receipt ? (
        <Sent thanks={thanks} reference={guest.receipt.reference}>
          <div className={styles.next}>
            <p>{next ?? t('form.next', { email: String(guest.sentBy?.email ?? '') })}</p>
          </div>
          <p>
            <TextButton onClick={guest.startOver}>{t('form.again')}</TextButton>
          </p>
        </Sent>
      ) : (
        <form
          ref={form}
          id={idOf(guest.kind)}
          className={styles.fields}
          noValidate
          aria-label={title}
          onFocus={guest.onFocus}
          onSubmit={(event) => void guest.submit(event)}
        >
          <noscript>
            <p className={styles.noscript}>{t('form.no-script')}</p>
          </noscript>
          {guest.summary.shown && <ErrorSummary ref={guest.summary.ref} entries={guest.summary.entries} />}
          {children}
          <Honeypot trap={guest.trap} />
          <p className={styles.consent}>
            {consent ?? t('form.consent')} <Link to={paths.page('privacy')}>{t('form.privacy')}</Link>
          </p>
          {guest.failure && (
            <Notice tone="bad" role="alert">
              <p>{guest.failure}</p>
            </Notice>
          )}
          <Button
            // Without code a submit would put the entry into the address.
            type={isHydrated ? 'submit' : 'button'}
            wide
            aria-busy={guest.isSending || undefined}
            onMouseDown={keepFocusOnPress}
          >
            {guest.isSending ? t('form.sending') : (send ?? t('form.send'))}
          </Button>
        </form>
      )}
    </TicketCard>
  )
}

/** A ticket on the rail. */
export function TicketCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <RailTicket>
        <Ticket title={title}>{children}</Ticket>
      </RailTicket>
    </div>
  )
}

/** A field that only programs fill in. A guest sees it once the server found something in it. */
function Honeypot({ trap }: Pick<GuestForm<FieldValues>, 'trap'>) {
  const { t } = useTranslation()
  const input = (own: ComponentProps<'input'>) => (
    <input
      {...own}
      type="text"
      name="website"
      autoComplete="off"
      defaultValue={trap.value()}
      onChange={({ target }) => trap.set(target.value)}
    />
  )
  if (!trap.isShown)
    return (
      <div className={styles.honeypot} aria-hidden="true">
        {input({ tabIndex: -1 })}
      </div>
    )
  return (
    <Field label={t('form.website')} error={t('form.website-filled')}>
      {input}
    </Field>
  )
}

interface SentProps {
  thanks: string
  reference: string
  children: ReactNode
}

/** The answer to a form. It takes the focus. */
export function Sent({ thanks, reference, children }: SentProps) {
  const { t } = useTranslation()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div className={styles.sent}>
      <h3 ref={heading} tabIndex={-1} aria-describedby={id}>
        {thanks}
      </h3>
      <p id={id} className={styles.reference}>
        <span>{t('form.reference')}</span> <b>{reference}</b>
      </p>
      {children}
    </div>
  )
}

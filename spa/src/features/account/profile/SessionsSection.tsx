import { useTranslation } from 'react-i18next'
import { type Session, useEndSessionMutation, useListSessionsQuery } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { Failure } from '../AccountForm'
import { useAction } from '../useAction'
import styles from './Profile.module.css'
import { Loaded, Section } from './Section'

/** The browsers that are signed in. The customer can sign out one, or all, this one too. */
export function SessionsSection({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation()
  const query = useListSessionsQuery()
  const [end] = useEndSessionMutation()
  const { run, failure } = useAction()
  const endOne = ({ id, current }: Session) =>
    run(async () => {
      if (current) return onSignOut()
      await end({ id }).unwrap()
      document.getElementById('sessions')?.focus()
    })
  const endAll = () =>
    run(async () => {
      await end({ id: 'all' }).unwrap()
      onSignOut()
    })
  return (
    <Section id="sessions" title={t('account.devices')} line={t('account.devices-line')}>
      <Loaded query={query}>
        {(sessions) => (
          <>
            <ul className={styles.entries}>
              {sessions.map((session) => (
                <li key={session.id} className={styles.entry}>
                  <p>
                    <b>{session.agent || t('account.device-unknown')}</b>
                    <Seen session={session} />
                  </p>
                  <TextButton
                    aria-label={t('account.device-end', {
                      device: session.agent || t('account.device-unknown'),
                    })}
                    onClick={() => void endOne(session)}
                  >
                    {t('account.device-out')}
                  </TextButton>
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button tone="second" small className={styles.start} onClick={() => void endAll()}>
                {t('profile.sessions-end')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <Failure text={failure} />
    </Section>
  )
}

function Seen({ session: { seen, current } }: { session: Session }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(seen),
  )
  return <span>{current ? t('account.device-this') : t('account.device-seen', { time })}</span>
}

import { useTranslation } from 'react-i18next'
import { useEndSessionMutation, useListSessionsQuery } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { Failure } from '../AccountForm'
import { useAction } from '../useAction'
import { Entry } from './Entry'
import styles from './Profile.module.css'
import { Loaded, Section } from './Section'

/** The browsers that are signed in. The customer can sign out one, or all, this one too. */
export function SessionsSection({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const query = useListSessionsQuery()
  const [end] = useEndSessionMutation()
  const { run, failure } = useAction()
  const time = (seen: string) =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(seen))
  const endOne = (id: string, current: boolean) =>
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
    <Section id="sessions">
      <Loaded query={query}>
        {(sessions) => (
          <>
            <ul className={styles.entries}>
              {sessions.map(({ id, agent, seen, current }) => {
                const device = agent || t('account.device-unknown')
                const line = current
                  ? t('account.device-this')
                  : t('account.device-seen', { time: time(seen) })
                return (
                  <Entry key={id} name={device} lines={[line]}>
                    <TextButton
                      aria-label={t('account.device-end', { device })}
                      onClick={() => void endOne(id, current)}
                    >
                      {t('account.device-out')}
                    </TextButton>
                  </Entry>
                )
              })}
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

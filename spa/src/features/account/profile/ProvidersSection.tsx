import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import {
  useBeginLinkProviderMutation,
  useListLinkedProvidersQuery,
  useListSocialQuery,
  useUnlinkProviderMutation,
} from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { Failure } from '../AccountForm'
import { useConfirmAgain } from '../ConfirmAgain'
import { type ProviderId, providerNames } from '../social/providers'
import { useAction } from '../useAction'
import { Entry } from './Entry'
import styles from './Profile.module.css'
import { Loaded, Section } from './Section'

/** The providers that sign the customer in: link and unlink them. Nothing where none is configured or linked. */
export function ProvidersSection() {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { pathname } = useLocation()
  const query = useListLinkedProvidersQuery()
  const { data: configured = [] } = useListSocialQuery()
  const [begin] = useBeginLinkProviderMutation()
  const [remove] = useUnlinkProviderMutation()
  const confirmed = useConfirmAgain('providers')
  const { run, failure } = useAction()
  const linked = query.data ?? []
  const others = configured.filter(({ id }) => !linked.some((provider) => provider.id === id))
  if (configured.length + linked.length === 0) return null
  const link = (provider: ProviderId) =>
    run(async () => {
      const beginLinkInputBody = { returnTo: `${pathname}#providers` }
      const { url } = await confirmed(() => begin({ provider, beginLinkInputBody }).unwrap())
      if (url) location.assign(url)
    })
  const unlink = (provider: ProviderId) =>
    run(async () => {
      await confirmed(() => remove({ provider }).unwrap())
      document.getElementById('providers')?.focus()
    })
  const date = (time: string) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(new Date(time))
  return (
    <Section id="providers">
      <Loaded query={query}>
        {(providers) => (
          <>
            {providers.length > 0 && (
              <ul className={styles.entries}>
                {providers.map(({ id, linked: since }) => (
                  <Entry
                    key={id}
                    name={providerNames[id]}
                    lines={[t('profile.provider-since', { date: date(since) })]}
                  >
                    <TextButton onClick={() => void unlink(id)}>
                      {t('profile.provider-unlink', { provider: providerNames[id] })}
                    </TextButton>
                  </Entry>
                ))}
              </ul>
            )}
            <Failure text={failure} />
            {others.length > 0 && (
              <div className={styles.choices}>
                {others.map(({ id }) => (
                  <Button key={id} tone="second" small onClick={() => void link(id)}>
                    {t('profile.provider-link', { provider: providerNames[id] })}
                  </Button>
                ))}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

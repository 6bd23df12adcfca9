import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import {
  type Marketing,
  type Notifications,
  useGetNotificationsQuery,
  useSetNotificationsMutation,
} from '../../../api/generated'
import { changedElsewhere, versionOf } from '../../../api/profile'
import tick from '../../../ui/form/Tick.module.css'
import { notify } from '../../../ui/overlay/notifications'
import { Failure } from '../AccountForm'
import { useAction } from '../useAction'
import styles from './Profile.module.css'
import { Loaded, Section } from './Section'

/** Advertising, by channel. Off until the customer turns it on; each choice is saved at once. */
export function MarketingSection() {
  const query = useGetNotificationsQuery()
  return (
    <Section id="marketing">
      <Loaded query={query}>
        {(choices) => <Choices choices={choices} onChanged={() => void query.refetch()} />}
      </Loaded>
    </Section>
  )
}

function Choices({ choices, onChanged }: { choices: Notifications; onChanged: () => void }) {
  const { t } = useTranslation()
  const [set] = useSetNotificationsMutation()
  const { run, failure } = useAction()
  const [pending, setPending] = useState<Marketing>()
  const shown = pending ?? choices.marketing
  const choose = (channel: keyof Marketing, on: boolean) =>
    run(async () => {
      const marketing = { ...choices.marketing, [channel]: on }
      setPending(marketing)
      try {
        await set({ 'If-Match': versionOf(choices), marketing }).unwrap()
        notify({ type: 'success', text: t('profile.saved') })
      } catch (error) {
        // The boxes show the stored choices, as the message says.
        if (changedElsewhere(error as ApiError)) onChanged()
        throw error
      } finally {
        setPending(undefined)
      }
    })
  return (
    <>
      {(['email', 'text'] as const).map((channel) => (
        <label key={channel} className={styles.choice}>
          <input
            type="checkbox"
            className={tick.tick}
            checked={shown[channel]}
            onChange={(event) => void choose(channel, event.target.checked)}
          />
          {t(`profile.marketing-${channel}`)}
        </label>
      ))}
      <Failure text={failure} />
    </>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import {
  generated,
  type Profile,
  useDeleteProfileMutation,
  useKeepProfileMutation,
} from '../../../api/generated'
import { brand } from '../../../brand/brand'
import { useMarket } from '../../../market/useMarket'
import { Notice } from '../../../ui/feedback/Notice'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { Failure } from '../AccountForm'
import { useConfirmAgain, useReturned } from '../ConfirmAgain'
import { useAction } from '../useAction'
import styles from './Profile.module.css'
import { Section } from './Section'
import { focusLater } from './useFocusOnMount'

/** Downloads everything that is stored about the customer. */
export function DataSection() {
  const { t } = useTranslation()
  const download = useDownload()
  const confirmed = useConfirmAgain('data')
  const { run, isBusy, failure } = useAction()
  return (
    <Section id="data">
      <Button
        tone="second"
        small
        className={styles.start}
        aria-busy={isBusy || undefined}
        onClick={() => void run(() => confirmed(download))}
      >
        {isBusy ? t('account.busy') : t('profile.data-download')}
      </Button>
      <Failure text={failure} />
    </Section>
  )
}

function useDownload() {
  const dispatch = useDispatch()
  return async () => {
    // Without a subscription: the store must not keep the answer, or request it again after the connection returns.
    const { initiate } = generated.endpoints.exportProfile
    const call = dispatch(initiate(undefined, { forceRefetch: true, subscribe: false }) as never)
    const all = await (call as unknown as { unwrap: () => Promise<unknown> }).unwrap()
    const url = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${brand.slug}.json`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000) // Safari reads it after the click
  }
}

/** Asks for the erasure of the account, and cancels it. */
export function DeletionSection({ profile: { deletion } }: { profile: Profile }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const [erase] = useDeleteProfileMutation()
  const [keep] = useKeepProfileMutation()
  const confirmed = useConfirmAgain('deletion')
  const { run, failure } = useAction()
  const returned = useReturned('deletion')
  const [isAsking = returned !== undefined, setIsAsking] = useState<boolean>()
  const ask = (isAsking: boolean) => {
    setIsAsking(isAsking)
    focusLater('deletion')
  }
  const change = (call: () => Promise<unknown>) =>
    run(async () => {
      await call()
      ask(false)
    })
  const date = (time: string) => new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(new Date(time))
  return (
    <Section id="deletion">
      {deletion ? (
        <>
          <Notice tone="warn" role="status">
            <p>{t('profile.deletion-due', { date: date(deletion) })}</p>
          </Notice>
          <Button className={styles.start} onClick={() => void change(() => keep().unwrap())}>
            {t('profile.deletion-keep')}
          </Button>
        </>
      ) : isAsking ? (
        <div className={styles.buttons}>
          <Button onClick={() => void change(() => confirmed(() => erase().unwrap()))}>
            {t('profile.deletion-confirm')}
          </Button>
          <TextButton onClick={() => ask(false)}>{t('profile.cancel')}</TextButton>
        </div>
      ) : (
        <TextButton className={styles.start} onClick={() => ask(true)}>
          {t('profile.deletion-ask')}
        </TextButton>
      )}
      <Failure text={failure} />
    </Section>
  )
}

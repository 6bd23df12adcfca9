import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Given } from '../../../api/generated'
import { useGetMysteryProgressQuery, useOpenMysteryRewardMutation } from '../../../api/points'
import { announce } from '../../../ui/feedback/Announcer'
import { Button } from '../../../ui/form/Button'
import { useAction } from '../useAction'
import styles from './Mystery.module.css'
import { WrappedTray } from './WrappedTray'

/** The wrapped tray: how many orders until the next one, and the button that opens one. A failure leaves only a message. */
export function Mystery() {
  const { t } = useTranslation()
  const { data, isError } = useGetMysteryProgressQuery()
  const [open] = useOpenMysteryRewardMutation()
  const { run, isBusy, failure } = useAction()
  const [opened, setOpened] = useState<Given>()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!data && !isError) return null
  if (!data)
    return (
      <p className={`wrap ${styles.failed}`} role="status">
        {t('rewards.mystery-failed')}
      </p>
    )
  const { done, steps, wrapped } = data
  const unwrap = () =>
    run(async () => {
      const reward = await open({ openInputBody: { id: wrapped! } }).unwrap()
      setOpened(reward)
      announce(reward.label)
      heading.current?.focus() // the pressed button is gone
    })
  const isReady = !opened && wrapped !== undefined
  return (
    <section className={styles.mystery} aria-labelledby="mystery" data-ground="dark">
      <div className={`wrap ${styles.counter}`}>
        <div className={styles.words}>
          <h2 id="mystery" ref={heading} tabIndex={-1} data-coupon={(opened && !opened.points) || undefined}>
            {opened?.label ?? t(isReady ? 'rewards.mystery-ready' : 'rewards.mystery')}
          </h2>
          <p>
            {opened
              ? t(opened.points ? 'rewards.mystery-points' : 'rewards.mystery-coupon')
              : isReady
                ? t('rewards.mystery-ready-line')
                : t('rewards.mystery-line', { count: steps - done })}
          </p>
          {!isReady && (
            <div className={styles.steps}>
              <ol aria-hidden="true">
                {[...Array(steps).keys()].map((step) => (
                  <li key={step} data-done={step < done || undefined} />
                ))}
              </ol>
              <p>{t('rewards.progress', { done, goal: steps })}</p>
            </div>
          )}
          {failure && <p role="alert">{failure}</p>}
          {isReady && (
            <Button tone="yellow" aria-disabled={isBusy} onClick={() => void unwrap()}>
              {t('rewards.mystery-open')}
            </Button>
          )}
          {opened && wrapped && (
            <Button tone="yellow" onClick={() => setOpened(undefined)}>
              {t('rewards.mystery-another')}
            </Button>
          )}
        </div>
        <WrappedTray prize={opened} waiting={!opened && !isReady} />
      </div>
    </section>
  )
}

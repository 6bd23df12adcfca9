import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePaths } from '../../../market/useMarket'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './RewardButton.module.css'
import type { RewardUse } from './useRewardUse'

interface RewardButtonProps {
  reward: { id: string; label: string }
  use: RewardUse
  /** Instead of the button, if the reward cannot be used yet. */
  obstacle?: ReactNode
}

/** The button that uses a reward; of a used one where it is, and the button that puts it back. */
export function RewardButton({ reward, use, obstacle }: RewardButtonProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const place = use.placeOf(reward)
  const error = use.errorOf(reward)
  return (
    <>
      <div className={styles.button}>
        {place !== 'shelf' ? (
          <>
            <p className={styles.taken}>{t(place === 'cart' ? 'rewards.in-cart' : 'rewards.aside')}</p>
            <Link className="tap" to={place === 'cart' ? paths.cart : paths.startOrder()}>
              {t(place === 'cart' ? 'rewards.to-cart' : 'rewards.to-grill')}
            </Link>
            <TextButton
              aria-label={t('rewards.put-back-name', { reward: reward.label })}
              onClick={() => void use.putBack(reward)}
            >
              {t('rewards.put-back')}
            </TextButton>
          </>
        ) : (
          obstacle || (
            <Button
              small
              aria-label={t('deals.use-reward-name', { reward: reward.label })}
              onClick={() => void use.take(reward)}
            >
              {t('deals.use-reward')}
            </Button>
          )
        )}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

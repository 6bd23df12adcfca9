import { useTranslation } from 'react-i18next'
import type { BirthdayRule } from '../../../api/generated'
import { useGetProfileQuery } from '../../../api/generated'
import { usePaths } from '../../../market/useMarket'
import { ButtonLink } from '../../../ui/form/Button'
import styles from './BirthdayCard.module.css'
import { smallBurger } from './smallBurger'

/** Leads a customer without a birthday to the place in the profile that asks for it. Absent once there is one. */
export function BirthdayCard({ rule }: { rule: BirthdayRule }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { data: profile } = useGetProfileQuery()
  if (!profile || profile.birthday) return null
  return (
    <section className={`wrap ${styles.birthday}`} aria-labelledby="birthday">
      <div className={styles.card}>
        <BunWithCandle />
        <div className={styles.words}>
          <h2 id="birthday">{t('rewards.birthday')}</h2>
          <p>{t('rewards.birthday-line', { reward: rule.label, count: rule.noticeDays })}</p>
          <ButtonLink tone="second" small to={`${paths.page('profile')}#contact`}>
            {t('rewards.birthday-set')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** Decorative. */
function BunWithCandle() {
  return (
    <svg className={styles.bun} viewBox="0 0 120 112" aria-hidden="true">
      <path fill="#ffb81c" d="M60 0c7 8 10 12 10 17a10 10 0 0 1-20 0c0-5 3-9 10-17z" />
      <path fill="#fff4da" d="M60 12c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z" />
      <path fill="#e6494a" d="M54 29h12v27H54z" />
      <path fill="#fff4da" d="m54 37 12-6v6l-12 6zm0 12 12-6v6l-12 6z" />
      {smallBurger}
    </svg>
  )
}

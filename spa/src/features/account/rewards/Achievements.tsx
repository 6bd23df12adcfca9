import { useTranslation } from 'react-i18next'
import type { Achievement } from '../../../api/generated'
import { useListAchievementsQuery } from '../../../api/points'
import styles from './Achievements.module.css'
import { Badge } from './Badge'
import { useDates } from './useDates'

/** What completed orders achieve, each as a badge with its progress. Absent without achievements, or if they cannot be loaded. */
export function Achievements() {
  const { t } = useTranslation()
  const { data } = useListAchievementsQuery()
  if (!data || data.achievements.length === 0) return null
  return (
    <section className={styles.achievements} aria-labelledby="achievements" data-ground="dark">
      <div className="wrap">
        <h2 id="achievements">{t('rewards.achievements')}</h2>
        <p>{t('rewards.achievements-line')}</p>
        <ul>
          {data.achievements.map((achievement) => (
            <Item key={achievement.id} achievement={achievement} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Item({
  achievement: { label, text, badge, done, goal, earned, reward },
}: {
  achievement: Achievement
}) {
  const { t } = useTranslation()
  const { dateOf } = useDates()
  return (
    <li data-earned={earned !== undefined || undefined}>
      <Badge name={badge} className={styles.badge} />
      <div className={styles.words}>
        <h3>{label}</h3>
        <p>{text}</p>
        {earned ? (
          <p className={styles.earned}>{t('rewards.achieved', { date: dateOf(earned), reward })}</p>
        ) : (
          <>
            <p className={styles.reward}>{t('rewards.achieves', { reward })}</p>
            <div className={styles.progress}>
              <span aria-hidden="true">
                <i style={{ width: `${(100 * Math.min(done, goal)) / goal}%` }} />
              </span>
              <b>{t('rewards.progress', { done, goal })}</b>
            </div>
          </>
        )}
      </div>
    </li>
  )
}

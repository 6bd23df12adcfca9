import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useListLinkedProvidersQuery, useListSocialQuery } from '../../../api/generated'
import styles from './Profile.module.css'
import { sections } from './Section'
import { useFocusOnMount } from './useFocusOnMount'

/** Links to the sections of the profile. The browser moves the focus to the heading of a pressed link. */
export function Contents() {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const { data: configured = [] } = useListSocialQuery()
  const { data: linked = [] } = useListLinkedProvidersQuery()
  const shown = Object.entries(sections).filter(
    ([id]) => id !== 'providers' || configured.length + linked.length > 0,
  )
  // The browser looked for the fragment before the profile had loaded.
  useFocusOnMount(() => document.getElementById(hash.slice(1))?.focus())
  return (
    <nav aria-label={t('profile.contents')}>
      <ul className={styles.contents}>
        {shown.map(([id, { title }]) => (
          <li key={id}>
            <a href={`#${id}`}>{t(title)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  useGetLocationQuery,
  useListFavoritesQuery,
  useRemoveFavoriteMutation,
  useSetFavoriteMutation,
} from '../../../api/generated'
import { usePaths } from '../../../market/useMarket'
import { TextButton } from '../../../ui/form/TextButton'
import { notify } from '../../../ui/overlay/notifications'
import { Failure } from '../AccountForm'
import { useAction } from '../useAction'
import styles from './Profile.module.css'
import { Loaded, Section } from './Section'

/** The favourite restaurants. */
export function FavoritesSection() {
  const { t } = useTranslation()
  const paths = usePaths()
  const query = useListFavoritesQuery()
  const [remove] = useRemoveFavoriteMutation()
  const [restore] = useSetFavoriteMutation()
  const { run, failure } = useAction()
  const removeFavorite = (locationId: string, name: string) =>
    run(async () => {
      await remove({ locationId }).unwrap()
      document.getElementById('favorites')?.focus()
      notify({
        type: 'info',
        text: t('profile.removed', { name }),
        closeAfter: 10_000,
        action: { label: t('app.undo'), onPress: () => void run(() => restore({ locationId }).unwrap()) },
      })
    })
  return (
    <Section id="favorites" title={t('profile.favorites')}>
      <Loaded query={query}>
        {({ locationIds }) =>
          locationIds.length > 0 ? (
            <ul className={styles.entries}>
              {locationIds.map((id) => (
                <Favorite key={id} id={id} onRemove={(name) => void removeFavorite(id, name)} />
              ))}
            </ul>
          ) : (
            <p className={styles.line}>
              {t('profile.favorites-empty')} <Link to={paths.locations}>{t('profile.favorites-find')}</Link>
            </p>
          )
        }
      </Loaded>
      <Failure text={failure} />
    </Section>
  )
}

function Favorite({ id, onRemove }: { id: string; onRemove: (name: string) => void }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { data: location, isLoading } = useGetLocationQuery({ locationId: id })
  const name = location?.label ?? t(isLoading ? 'app.loading' : 'profile.favorite-gone')
  return (
    <li className={styles.entry}>
      <p>
        {location ? (
          <Link to={paths.location(location.address.state.slug, location.address.citySlug, location.slug)}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        {location && <span>{`${location.address.address}, ${location.address.city}`}</span>}
      </p>
      <TextButton aria-label={t('profile.remove-entry', { name })} onClick={() => onRemove(name)}>
        {t('account.remove')}
      </TextButton>
    </li>
  )
}

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
import { Failure } from '../AccountForm'
import { Entry } from './Entry'
import styles from './Profile.module.css'
import { Loaded, Section } from './Section'
import { useRemoval } from './useRemoval'

/** The favourite restaurants. */
export function FavoritesSection() {
  const { t } = useTranslation()
  const paths = usePaths()
  const query = useListFavoritesQuery()
  const [remove] = useRemoveFavoriteMutation()
  const [restore] = useSetFavoriteMutation()
  const { removeEntry, failure } = useRemoval('favorites')
  return (
    <Section id="favorites">
      <Loaded query={query}>
        {({ locationIds }) =>
          locationIds.length > 0 ? (
            <ul className={styles.entries}>
              {locationIds.map((id) => (
                <Favorite
                  key={id}
                  id={id}
                  onRemove={(name) =>
                    void removeEntry(
                      name,
                      () => remove({ locationId: id }).unwrap(),
                      () => restore({ locationId: id }).unwrap(),
                    )
                  }
                />
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
  const { address, slug } = location ?? {}
  return (
    <Entry
      name={
        address && slug ? (
          <Link to={paths.location(address.state.slug, address.citySlug, slug)}>{name}</Link>
        ) : (
          name
        )
      }
      lines={address && [`${address.address}, ${address.city}`]}
    >
      <TextButton aria-label={t('profile.remove-entry', { name })} onClick={() => onRemove(name)}>
        {t('account.remove')}
      </TextButton>
    </Entry>
  )
}

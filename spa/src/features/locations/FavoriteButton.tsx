import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import type { ApiError } from '../../api/errors'
import {
  generated,
  type Location,
  useListFavoritesQuery,
  useRemoveFavoriteMutation,
  useSetFavoriteMutation,
} from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { useProblemText } from '../../api/useProblemText'
import { useHydrated } from '../../ui/loading/useHydrated'
import { notify } from '../../ui/overlay/notifications'
import styles from './FavoriteButton.module.css'

/** A customer's heart for a location. It changes at once, and back if the change fails. Guests have none. */
export function FavoriteButton({ location }: { location: Pick<Location, 'id' | 'label'> }) {
  const { t } = useTranslation()
  const dispatch = useDispatch()
  const wording = useProblemText()
  const isSignedIn = useSelector(selectSignedIn)
  const isShown = useHydrated() && isSignedIn
  const { data } = useListFavoritesQuery(undefined, { skip: !isShown })
  const [set, setting] = useSetFavoriteMutation()
  const [remove, removing] = useRemoveFavoriteMutation()
  if (!isShown || !data) return null
  const { id, label } = location
  const isFavorite = data.locationIds.includes(id)

  async function toggle() {
    if (setting.isLoading || removing.isLoading) return
    const change = dispatch(
      generated.util.updateQueryData('listFavorites', undefined, (favorites) => {
        const others = favorites.locationIds.filter((other) => other !== id)
        favorites.locationIds = isFavorite ? others : [...others, id]
      }) as never,
    ) as { undo: () => void }
    try {
      await (isFavorite ? remove : set)({ locationId: id }).unwrap()
    } catch (error) {
      change.undo()
      notify({ type: 'error', text: wording(error as ApiError), closeAfter: 6000 })
    }
  }

  return (
    <button
      type="button"
      className={styles.favorite}
      aria-pressed={isFavorite}
      aria-label={t('locations.favorite-of', { store: label })}
      onClick={() => void toggle()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.5 4.2 12.6a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.8.8.8-.8a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 7z" />
      </svg>
      {t('locations.favorite')}
    </button>
  )
}

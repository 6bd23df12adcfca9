import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useAddToBasket } from '../../api/basket'
import type { ApiError } from '../../api/errors'
import type { Location } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { usePaths } from '../../market/useMarket'
import { notify } from '../../ui/notifications'
import styles from './CartElsewhere.module.css'

/** Says that the cart is at another restaurant, and offers to bring it along or to go back to it. */
export function CartElsewhere({ location }: { location: Location }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const paths = usePaths()
  const wording = useProblemText()
  const { basket, bringAlong, goBackTo } = useAddToBasket()
  if (!basket || basket.count === 0 || basket.store.id === location.id) return null

  async function bring() {
    const left = basket
    if (!left) return
    try {
      const brought = await bringAlong(location.id)
      const differs = brought.changes.length > 0
      notify({
        text: t(differs ? 'app.other-differs' : 'app.other-came', { here: location.label }),
        type: 'success',
        closeAfter: 6000,
        action: { label: t('app.undo'), onPress: () => goBackTo(left) },
      })
      // The cart lists each line that changes.
      if (differs) void navigate(paths.cart)
    } catch (error) {
      notify({ text: wording(error as ApiError), type: 'error', closeAfter: 6000 })
    }
  }

  return (
    <div className={styles.notice}>
      <p>{t('app.other-notice', { count: basket.count, store: basket.store.label })}</p>
      <button type="button" onClick={bring}>
        {t('app.other-bring', { here: location.label })}
      </button>
      <Link to={paths.menu(basket.store.slug)}>{t('app.other-back', { store: basket.store.label })}</Link>
    </div>
  )
}

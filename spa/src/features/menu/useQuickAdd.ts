import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { newIntention, useAddToBasket, useRemoveFromBasket } from '../../api/basket'
import type { ApiError } from '../../api/errors'
import type { Item, Location } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { usePaths } from '../../market/useMarket'
import { notify } from '../../ui/notifications'

/** Adds a dish as it comes, and says so with an Undo. A cart at another restaurant is asked about on the dish's page. */
export function useQuickAdd(location: Location): (item: Item) => Promise<void> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const paths = usePaths()
  const wording = useProblemText()
  const { basket, addLine } = useAddToBasket()
  const remove = useRemoveFromBasket()

  return async (item) => {
    if (basket && basket.count > 0 && basket.store.id !== location.id) {
      return void navigate(paths.item(location.slug, item.section, item.slug))
    }
    const before = new Set(basket?.lines.map((line) => line.lineId))
    try {
      const after = await addLine(
        location.id,
        { itemId: item.id, quantity: item.minimumQuantity },
        newIntention(),
      )
      const added = after.lines.find((line) => !before.has(line.lineId))
      notify({
        text: t('menu.added', { item: item.label }),
        type: 'success',
        closeAfter: 5000,
        action: added && {
          label: t('app.undo'),
          onPress: () => void undo(() => remove(after, added.lineId)),
        },
      })
    } catch (error) {
      notify({ text: wording(error as ApiError), type: 'error', closeAfter: 6000 })
    }
  }

  async function undo(takeOut: () => Promise<unknown>) {
    try {
      await takeOut()
    } catch (error) {
      notify({ text: wording(error as ApiError), type: 'error', closeAfter: 6000 })
    }
  }
}

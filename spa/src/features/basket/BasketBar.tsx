import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { usePaths } from '../../market/useMarket'
import { StoreBar } from '../../ui/StoreBar'
import { useWhen } from '../../ui/useWhen'

/** Where, how and when of this basket. */
export function BasketBar({ basket: { store, hold } }: { basket: Basket }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { when } = useWhen(store.timeZone)
  return (
    <StoreBar
      store={store}
      storePath={paths.startOrder()}
      when={hold ? when(hold.start) : t('cart.no-time')}
      whenPath={paths.summary}
    />
  )
}

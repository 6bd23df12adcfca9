import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { useNavigate } from 'react-router'
import { generated, useSignInOrdersMutation } from '../../api/generated'
import { basketStarted, selectQuote } from '../../basket/basketSession'
import { forgetChoice } from '../../basket/keptChoice'
import { useMarket, usePaths } from '../../market/useMarket'
import { notify } from '../../ui/overlay/notifications'

/**
 * Returns a function that hands the guest's orders and basket over to the customer who signed in. The basket is kept. A basket that the
 * customer left on another device is offered and never merged.
 */
export function useHandover() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const navigate = useNavigate()
  const dispatch = useDispatch()
  const orderId = useSelector(selectQuote) ?? undefined
  const [handOver] = useSignInOrdersMutation()
  return async () => {
    const { data } = await handOver({ signedInInputBody: { orderId } })
    dispatch(generated.util.invalidateTags(['basket'])) // some deals are for customers only
    const left = data?.baskets?.find(({ currency }) => currency === market.currency)
    if (!left) return // or the call failed: the next sign-in repeats it
    notify({
      text: t('account.basket-elsewhere', { count: left.count }),
      type: 'info',
      closeAfter: 10_000,
      action: {
        label: t('account.basket-open'),
        onPress: () => {
          forgetChoice('dish') // was chosen for a new basket
          dispatch(basketStarted({ orderId: left.orderId, store: { country: market.country } }))
          void navigate(paths.cart)
        },
      },
    })
  }
}

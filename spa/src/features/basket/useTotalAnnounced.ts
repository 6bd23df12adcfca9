import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { announce } from '../../ui/feedback/Announcer'

/** Announces the new total to screen readers, politely, on each change. */
export function useTotalAnnounced({ totals }: Basket) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const total = formatAmount(totals.total, lang)
  const lastAnnounced = useRef(total)
  useEffect(() => {
    if (lastAnnounced.current === total) return
    lastAnnounced.current = total
    announce(t('cart.total-now', { total }))
  }, [total, t])
}

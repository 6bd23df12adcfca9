import { formatPhone } from '../../market/formatPhone'
import { useMarket } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'

/** Shows why an action failed, and the phone number to call. */
export function OrderActionError({ error, phone }: { error: string; phone?: string }) {
  const { lang } = useMarket()
  return (
    <Notice tone="bad" role="alert">
      <p>{error}</p>
      {phone && (
        <p>
          <a href={`tel:${phone}`}>{formatPhone(phone, lang)}</a>
        </p>
      )}
    </Notice>
  )
}

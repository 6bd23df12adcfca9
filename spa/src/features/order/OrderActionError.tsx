import type { ApiError } from '../../api/errors'
import { useProblemText } from '../../api/useProblemText'
import { formatPhone } from '../../market/formatPhone'
import { useMarket } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'

/** Why it was not done, and who can be called about it. */
export function OrderActionError({ of, phone }: { of: ApiError; phone?: string }) {
  const { lang } = useMarket()
  const wording = useProblemText()
  return (
    <Notice tone="bad" role="alert">
      <p>{wording(of)}</p>
      {phone && (
        <p>
          <a href={`tel:${phone}`}>{formatPhone(phone, lang)}</a>
        </p>
      )}
    </Notice>
  )
}

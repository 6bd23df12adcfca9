import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useConfirmSocialMutation, useLinkProviderMutation } from '../../../api/generated'
import { notify } from '../../../ui/overlay/notifications'
import { useMailedLink } from '../useMailedLink'
import { type ProviderId, providerNames } from './providers'
import { useProviderFailureText } from './useProviderFailureText'

/** How the customer came back from a provider. */
export interface Returned {
  /** The section of the page that the customer left. */
  part: string
  /** Why nothing was confirmed or linked. */
  failure?: string
}

/** Finishes what the customer went to a provider for: to confirm, or to link it. Undefined if the customer does not come from one. */
export function useReturnFromProvider(): Returned | undefined {
  const { t } = useTranslation()
  const failureText = useProviderFailureText()
  const answer = useMailedLink()
  const [confirm] = useConfirmSocialMutation()
  const [link] = useLinkProviderMutation()
  const [returned, setReturned] = useState<Returned>()
  const started = useRef(false)

  useEffect(() => {
    const part = answer.get('part')
    if (started.current || !part) return
    started.current = true // effects run twice in development, and a code works once
    void finish(part)
  })

  async function finish(part: string) {
    const id = answer.get('social') as ProviderId
    const provider = providerNames[id]
    const code = answer.get('code')
    const isLink = answer.get('to') === 'link'
    const fail = (reason: string | ApiError) => {
      const isRefused =
        typeof reason === 'string'
          ? !['loginCancelled', 'social-unavailable'].includes(reason)
          : reason.problem?.code === 'social-refused'
      const ofConfirmation = isRefused && !isLink && t('profile.confirm-provider-failed', { provider })
      setReturned({ part, failure: ofConfirmation || failureText(reason, id) })
    }
    if (!code) return fail(answer.get('error') ?? '')
    try {
      const call = { provider: id, finishLinkInputBody: { code } }
      await (isLink ? link(call) : confirm(call)).unwrap()
      notify({
        type: 'success',
        text: isLink ? t('profile.provider-linked', { provider }) : t('profile.confirm-done'),
      })
      setReturned({ part })
    } catch (error) {
      fail(error as ApiError)
    }
  }

  return returned
}

import type { SocialProvider } from '../../../api/generated'

export type ProviderId = SocialProvider['id']

/** The providers' names, the same in every language. */
export const providerNames: Record<ProviderId, string> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
}

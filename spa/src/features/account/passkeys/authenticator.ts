import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { CreationOptions, RequestOptions } from '../../../api/generated'

/** Reports whether the browser can create and use passkeys. */
export const supportsPasskeys = () => typeof PublicKeyCredential === 'function'

/** Reports whether this device itself can keep a passkey, and verify its user. */
export const keepsPasskeys = async () =>
  supportsPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())

// Loaded on use: most guests have no account.
const load = () => import('@simplewebauthn/browser')

/** The answer of an authenticator, as the API takes it. */
type Answer = Record<string, unknown>

/** Lets the authenticator create a passkey. It throws if the customer cancels. */
export async function createPasskey(options: CreationOptions): Promise<Answer> {
  const { startRegistration } = await load()
  return { ...(await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })) }
}

/**
 * Lets the authenticator use a passkey; with `autofill` once the customer picks one in the list of the e-mail field. It throws if the
 * customer cancels, and when another ceremony begins.
 */
export async function answerWithPasskey(options: RequestOptions, autofill = false): Promise<Answer> {
  const { startAuthentication } = await load()
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })) }
}

/** Reports whether the browser lists passkeys in the e-mail field. */
export async function supportsAutofill(): Promise<boolean> {
  return supportsPasskeys() && (await (await load()).browserSupportsWebAuthnAutofill())
}

/** Ends the ceremony that waits for the e-mail field. */
export async function endAutofill() {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

/** Reports whether an error is the API's. Those of the browser mean that the customer cancelled or has no passkey. */
export const isApiError = (error: unknown) => typeof error === 'object' && error !== null && 'status' in error

import { hasObjection } from '../../../market/privacy'

/** Whether this document was loaded at a sign-in page. Navigations of the router keep the document and its policy. */
export function isSignInDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || /\/(login|signup)\b/.test(new URL(loaded.name).pathname)
}

/**
 * Whether this document may load Facebook's SDK. Only the policy of sign-in pages allows it (infra/edge), and an objection of
 * the browser forbids it.
 */
export const allowsSdk = () => isSignInDocument() && !hasObjection()

// A certified OpenID provider (npm oidc-provider) that simulates Google and Apple. openid.go starts it and passes requests on to it. It
// signs in with any address and checks no password. It reports an address that begins with "unverified" as not verified. To it, one that
// begins with "stale" signed in an hour ago.
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { interactionPolicy } from 'oidc-provider'

const { ISSUER, GOOGLE, APPLE, SECRET, KEY } = process.env
const at = new URL(ISSUER).pathname

const client = (id, redirect) => ({
  client_id: id,
  client_secret: SECRET,
  token_endpoint_auth_method: 'client_secret_post',
  redirect_uris: [redirect],
})

const policy = interactionPolicy.base()
policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

const provider = new Provider(ISSUER, {
  clients: [client('google', GOOGLE), client('apple', APPLE)],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified', 'hd'],
    profile: ['given_name', 'family_name'],
    name: [],
  },
  scopes: ['openid', 'email', 'profile', 'name'],
  conformIdTokenClaims: false, // like Google and Apple, which have the address in the ID token
  features: { devInteractions: { enabled: false } },
  interactions: { policy, url: (_, { uid }) => `${at}/sign-in/${uid}` },
  // The grant is given at sign-in: there is no page that asks for consent.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      accountId: oidc.session.accountId,
      clientId: oidc.client.clientId,
    })
    grant.addOIDCScope('openid email profile name')
    await grant.save()
    return grant
  },
  findAccount: (_, email) => ({
    accountId: email,
    claims: () => {
      const [given_name, family_name = 'Sandbox'] = email.split('@')[0].split('.')
      return { sub: email, email, email_verified: !email.startsWith('unverified'), hd: email.split('@')[1], given_name, family_name }
    },
  }),
})

// Apple's secret is a token that the site's key signs for each call.
const { compareClientSecret } = provider.Client.prototype
provider.Client.prototype.compareClientSecret = function (given) {
  if (this.clientId !== 'apple') return compareClientSecret.call(this, given)
  const [head, claims, signature] = given.split('.')
  const key = { key: createPublicKey(KEY), dsaEncoding: 'ieee-p1363' }
  const { iss, sub, aud, exp } = JSON.parse(Buffer.from(claims, 'base64url'))
  const named = iss === 'sandbox' && sub === 'apple' && String(aud) === 'https://appleid.apple.com'
  const inTime = exp > Date.now() / 1000
  return (
    named &&
    inTime &&
    verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
  )
}

const page = (name) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign-in with ${name} | The sandbox on this machine</title>
<link rel="stylesheet" href="/brand.css">
<link rel="stylesheet" href="/sandbox/mail/style.css">
<header>
<p class="purpose"><strong>Sandbox</strong> ${name}'s sign-in. No account of ${name} is used, and nothing leaves this machine.</p>
</header>
<main>
<h1>Sign in with ${name}</h1>
<form method="post">
<p><label>Email at ${name} <input name="email" type="email" value="sam.slider@example.com" required></label></p>
<p><button name="do" value="continue">Continue</button> <button name="do" value="cancel" formnovalidate>Cancel</button></p>
</form>
</main>
</html>
`

/** When the person signed in, in seconds. */
const signedIn = (email) => Math.floor(Date.now() / 1000) - (email.startsWith('stale') ? 3600 : 0)

/** Shows the sign-in page of an interaction, or takes its form. */
async function signIn(request, response) {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request))
    const result =
      form.get('do') === 'cancel'
        ? { error: 'access_denied' }
        : { login: { accountId: form.get('email'), ts: signedIn(form.get('email')) }, select_account: {} }
    return provider.interactionFinished(request, response, result)
  }
  const { params } = await provider.interactionDetails(request, response)
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(page(params.client_id === 'apple' ? 'Apple' : 'Google'))
}

provider.proxy = true
const library = provider.callback()
const server = createServer(async (request, response) => {
  try {
    request.originalUrl = request.url
    request.url = request.url.slice(at.length) || '/'
    await (request.url.startsWith('/sign-in/') ? signIn : library)(request, response)
  } catch (error) {
    response.statusCode = 400
    response.end(error.message)
  }
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.stdin.on('end', () => process.exit()).resume() // the server ended

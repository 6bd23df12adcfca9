// Checks that guests get the site and API deployed from this folder. Each deployment ends with it.
import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { readArguments } from './arguments.mjs'
import { buildSite, buildPath, fail, install } from './build.mjs'
import { orFail, chooseStage, requireStage, stackOf, stageOption } from './stages.mjs'

/** The required headers of each document. */
const policies = { 'content-security-policy': /default-src/, 'x-content-type-options': /^nosniff$/, 'referrer-policy': /./, 'strict-transport-security': /max-age=\d{7}/ }

const headers = { 'country-alpha-2': 'US' }

/** Checks a site and its API, and returns the faults as sentences. The documents must name the assets of the build in this folder. */
export async function smoke(site, domain, api, { shell = readFileSync(buildPath('site', 'shell.html'), 'utf8') } = {}) {
  const faults = []
  /** Requests a path. Returns undefined if there is no answer. */
  const get = async (path, init, origin = site) => {
    try {
      const response = await fetch(origin + path, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      faults.push(`${origin}${path} does not answer: ${error.cause?.message ?? error.message}.`)
    }
  }
  const check = (passed, fault) => passed || faults.push(fault)
  const home = await get('/', { headers: { 'user-agent': 'smoke-bot' } }) // bots are not redirected to their country's site
  if (!home) {
    const { hostname } = new URL(site)
    const resolved = await lookup(hostname).catch(() => undefined)
    return resolved ? faults : [`The name ${hostname} does not resolve yet. Create a CNAME or alias record to ${domain}: see docs/deploy.md, "DNS".`]
  }
  const assets = [...shell.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1])
  check(home.status === 200 && /^text\/html/.test(home.headers.get('content-type')), `The home page answers ${home.status}, ${home.headers.get('content-type')}.`)
  const missing = assets.find((asset) => !home.text.includes(`"${asset}"`))
  check(!missing, `The home page is not of this build: it does not reference ${missing}. Either ${site} does not point to ${domain}, or another release is deployed.`)
  for (const [name, pattern] of Object.entries(policies)) check(pattern.test(home.headers.get(name) ?? ''), `The home page has the wrong header ${name}: ${home.headers.get(name)}.`)
  for (const asset of assets) {
    const file = await get(asset)
    if (file) check(file.status === 200 && /immutable/.test(file.headers.get('cache-control')), `${asset} answers ${file.status}, cache-control ${file.headers.get('cache-control')}.`)
  }
  const notFound = await get('/no-such-page')
  if (notFound) check(notFound.status === 404, `A missing page answers ${notFound.status}, want 404.`)
  const answer = await get('/api/online-ordering/holiday-settings/holiday-check', { headers })
  if (answer) check(answer.status === 200 && answer.text.includes('"isHolidayPeriod"'), `The API answers ${answer.status}: ${answer.text.slice(0, 200)}`)
  const refused = await get('/api/online-ordering/locations/no-such-restaurant', { headers })
  if (refused) check([400, 404, 422].includes(refused.status) && /^\{.*"message":"/s.test(refused.text), `The API refuses a call with ${refused.status} but without its error body: ${refused.text.slice(0, 200)}`)
  // Without the key header API Gateway itself answers 401. A wrong key tests the authorizer.
  const bypass = api && (await get('/api/online-ordering/holiday-settings/holiday-check', { headers: { ...headers, 'x-origin-key': 'wrong' } }, api))
  if (bypass) check(bypass.status === 400 && bypass.text.includes('front-missing'), `The API answers ${bypass.status} to a call that bypasses CloudFront; the authorizer must refuse it.`)
  return faults
}

if (process.argv[1] === import.meta.filename) {
  const { stage } = readArguments({ description: 'Checks that guests get the site that was deployed from this folder, and its API.', options: stageOption })
  chooseStage(requireStage(stage))
  const { SiteURL, DistributionDomain, APIEndpoint } = orFail(() => stackOf(stage))
  await install()
  await buildSite()
  const faults = await smoke(SiteURL, DistributionDomain, APIEndpoint)
  if (faults.length > 0) fail(faults.join('\n'))
  console.log(`• ${SiteURL} passed all checks.`)
}

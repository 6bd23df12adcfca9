// Checks before a build whether DNS and the certificate allow a stage's stack.
import { resolveNs } from 'node:dns/promises'
import { UserError } from './build.mjs'
import { awsJSON, mailFromOf, stages } from './stages.mjs'

const isInZone = (name, zone) => name === zone || name.endsWith(`.${zone}`)

/** Returns the DNS names that a stage's stack sets, each with the record types that would conflict. */
export function recordsOf(stage) {
  const { domain, zoneId, keepDmarc } = stages[stage]
  if (!zoneId) return []
  const policy = { name: `_dmarc.${mailFromOf(stages[stage]).split('@')[1]}`, types: ['TXT', 'CNAME'] }
  return [{ name: domain, types: ['A', 'AAAA', 'CNAME'] }, ...(keepDmarc ? [] : [policy])]
}

/** Returns the names of the records that a stage's stack created. */
function recordsOfStack(stage) {
  try {
    const { StackResourceSummaries } = awsJSON('cloudformation', 'list-stack-resources', '--stack-name', `ordering-${stage}`)
    return StackResourceSummaries.filter(({ ResourceType }) => ResourceType === 'AWS::Route53::RecordSet').map(({ PhysicalResourceId }) => PhysicalResourceId.replace(/\.$/, ''))
  } catch (error) {
    if (/ does not exist/.test(error.message)) return []
    throw error
  }
}

async function faultsOfZone(stage, { domain, zoneId }, nameServers) {
  const { HostedZone, DelegationSet } = awsJSON('route53', 'get-hosted-zone', '--id', zoneId)
  const zone = HostedZone.Name.replace(/\.$/, '')
  const faults = [domain, mailFromOf(stages[stage]).split('@')[1]].filter((name) => !isInZone(name, zone)).map((name) => `${name} is not in the hosted zone ${zoneId} (${zone}).`)
  const servers = await nameServers(zone).catch(() => [])
  if (!servers.some((server) => DelegationSet?.NameServers.includes(server))) faults.push(`${zone} is not delegated to this zone: set its name servers at the registrar to ${DelegationSet?.NameServers.join(', ') ?? 'those of a public zone'}. Until then the certificate is not issued and the deployment waits for hours.`)
  const sets = awsJSON('route53', 'list-resource-record-sets', '--hosted-zone-id', zoneId).ResourceRecordSets.map((set) => ({ ...set, Name: set.Name.replace(/\.$/, ''), values: (set.ResourceRecords ?? [{ Value: set.AliasTarget?.DNSName }]).map(({ Value }) => Value).join(' ') }))
  const existing = recordsOfStack(stage)
  for (const { name, types } of recordsOf(stage))
    for (const { Type, values } of sets.filter(({ Name, Type }) => Name === name && types.includes(Type) && !existing.includes(Name)))
      faults.push(`${name} has a ${Type} record that the stack did not create: ${values}. ${name === domain ? 'It points guests to another site: see docs/deploy.md, "Cut-over".' : 'To keep it, set "keepDmarc": true in cdk.json.'}`)
  // The CAA records of the nearest name apply; a name without any inherits its parent's.
  const authorities = sets.filter(({ Name, Type }) => Type === 'CAA' && isInZone(domain, Name))
  authorities.sort((a, b) => b.Name.length - a.Name.length)
  const nearest = authorities[0]
  if (nearest && !/amazon(trust|aws)?\.com|awstrust\.com/.test(nearest.values)) faults.push(`The CAA record of ${nearest.Name} does not allow Amazon to issue the certificate: add 0 issue "amazon.com".`)
  return faults
}

function faultsOfCertificate({ domain, certificate }) {
  const { Certificate } = awsJSON('acm', 'describe-certificate', '--region', 'us-east-1', '--certificate-arn', certificate)
  const { Status, SubjectAlternativeNames = [], DomainValidationOptions = [] } = Certificate
  const covers = [domain, domain.replace(/^[^.]+/, '*')].some((name) => SubjectAlternativeNames.includes(name))
  const pending = DomainValidationOptions.filter(({ ValidationStatus }) => ValidationStatus !== 'SUCCESS').map(({ ResourceRecord }) => (ResourceRecord ? `\n    ${ResourceRecord.Name} ${ResourceRecord.Type} ${ResourceRecord.Value}` : ''))
  return [...(covers ? [] : [`The certificate is for ${SubjectAlternativeNames.join(', ')} and not for ${domain}.`]), ...(Status === 'ISSUED' ? [] : [`The certificate is ${Status}. Set these records and wait until it is ISSUED:${pending.join('')}`])]
}

/** Throws with all faults that would stop a deployment of a stage's domain. A stage without a domain passes. */
export async function checkDNS(stage, nameServers = resolveNs) {
  const { domain, zoneId } = stages[stage]
  if (!domain) return
  const faults = zoneId ? await faultsOfZone(stage, stages[stage], nameServers) : faultsOfCertificate(stages[stage])
  if (faults.length > 0) throw new UserError(`The domain of ${stage} is not ready. Nothing was changed.\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

/** Common mail domains. Valid domains that resemble another one are listed so that they get no suggestion. */
const domains =
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com comcast.net verizon.net att.net sbcglobal.net ' +
  'proton.me protonmail.com ymail.com rocketmail.com mail.com email.com gmx.com me.com mac.com ' +
  'yahoo.ca hotmail.ca outlook.ca live.ca videotron.ca bell.net sympatico.ca rogers.com shaw.ca telus.net'

/** Returns a corrected address if its domain is one or two typing errors away from a common one. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  const knownDomains = domains.split(' ')
  if (at < 1 || !domain || knownDomains.includes(domain)) return undefined
  const closest = knownDomains
    .map((name) => ({ name, distance: editDistance(domain, name) }))
    .filter(({ name, distance }) => distance <= (name.length > 8 ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)[0]
  return closest && `${email.slice(0, at)}@${closest.name}`
}

/** Edit distance: counts wrong, missing, extra and transposed letters. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1]!
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        above[j]! + 1,
        row[j - 1]! + 1,
        swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

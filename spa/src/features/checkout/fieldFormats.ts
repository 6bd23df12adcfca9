/** An address alone, with a domain of at least two labels: what mail can be sent to. */
export function isEmail(text: string): boolean {
  const parts = /^([^\s@"<>]+)@([^\s@"<>]+)$/.exec(text.trim())
  if (!parts) return false
  const labels = parts[2]!.split('.')
  return labels.length > 1 && labels.every((label) => label !== '' && !/^-|-$/.test(label))
}

/** A North American number in any usual form, or another country's with its + or 00. */
export function isPhone(text: string): boolean {
  const bare = text.trim().replaceAll(/[\s\-.()/\u2010\u2011\u2013]/g, '')
  if (/^(\+|00)(?!1)[1-9]\d{6,14}$/.test(bare)) return true
  return /^(\+|00)?1?[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/.test(bare)
}

/** A code of the United States: five digits, or nine with or without a hyphen. */
export function isZip(text: string): boolean {
  return /^\d{5}([- ]?\d{4})?$/.test(text.trim())
}

/** A code of Canada, with or without its space. Canada Post leaves some letters out. */
export function isPostalCode(text: string): boolean {
  return /^(?![WZ])[A-CEGHJ-NPR-TV-Z]\d[A-CEGHJ-NPR-TV-Z][ \u00a0-]?\d[A-CEGHJ-NPR-TV-Z]\d$/i.test(
    text.trim(),
  )
}

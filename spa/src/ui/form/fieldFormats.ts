/** Reports whether the text is a single email address with a domain of at least two labels. */
export function isEmail(text: string): boolean {
  const parts = /^([^\s@"<>]+)@([^\s@"<>]+)$/.exec(text.trim())
  if (!parts) return false
  const labels = parts[2]!.split('.')
  return labels.length > 1 && labels.every((label) => label !== '' && !/^-|-$/.test(label))
}

/** Reports whether the text is a North American number in a usual format, or an international one that starts with + or 00. */
export function isPhone(text: string): boolean {
  const digits = text.trim().replaceAll(/[\s\-.()/\u2010\u2011\u2013]/g, '')
  if (/^(\+|00)(?!1)[1-9]\d{6,14}$/.test(digits)) return true
  return /^(\+|00)?1?[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/.test(digits)
}

/** Reports whether the text is a US ZIP code: five digits, or nine with or without a hyphen. */
export function isZip(text: string): boolean {
  return /^\d{5}([- ]?\d{4})?$/.test(text.trim())
}

/** Reports whether the text is a Canadian postal code, with or without the space. Canada Post does not use some letters. */
export function isPostalCode(text: string): boolean {
  return /^(?![WZ])[A-CEGHJ-NPR-TV-Z]\d[A-CEGHJ-NPR-TV-Z][ \u00a0-]?\d[A-CEGHJ-NPR-TV-Z]\d$/i.test(
    text.trim(),
  )
}

/** Returns a postal code or ZIP+4 code as printed, K1A 0B1 and 74103-1234; any other text only trimmed. */
export function formatPostalCode(text: string): string {
  const code = text.trim()
  if (isPostalCode(code)) return `${code.slice(0, 3)} ${code.slice(-3)}`.toUpperCase()
  return code.replace(/^(\d{5})[- ]?(\d{4})$/, '$1-$2')
}

/** Formats a North American number on one line: (918) 555-0177, in French 514 555-0177. Other numbers are unchanged. */
export function formatPhone(phone: string, lang: string): string {
  const parts = /^(?:(?:\+|00)?1)?([2-9]\d\d)(\d{3})(\d{4})$/.exec(
    phone.replaceAll(/[\s\-.()/\u2010\u2011\u2013]/g, ''),
  )
  if (!parts) return phone
  const [, area, exchange, line] = parts
  return `${lang.startsWith('fr') ? area : `(${area})`}\u00a0${exchange}-${line}`
}

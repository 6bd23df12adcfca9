/** A North American number as it is written there, on one line: (918) 555-0177; another country's stays as it came (E.164). */
export function formatPhone(e164: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164)
  return parts ? `(${parts[1]})\u00a0${parts[2]}-${parts[3]}` : e164
}

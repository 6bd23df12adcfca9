export function sayer(
  brand: { name: string; shortName: string },
  locale: string,
): (file: string, key: string, values?: Record<string, string>) => string

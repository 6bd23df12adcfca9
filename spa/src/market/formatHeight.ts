import type { Market } from './market'

const quarters = ['', '¼', '½', '¾']

/** Formats a height for the market: 6¼ in where inches are used, else 16 cm. */
export function formatHeight(inches: number, { distanceUnit, lang }: Market): string {
  if (distanceUnit === 'kilometer') {
    const options = { style: 'unit', unit: 'centimeter', maximumFractionDigits: 0 } as const
    return new Intl.NumberFormat(lang, options).format(inches * 2.54)
  }
  const wholeInches = Math.floor(inches)
  const number = `${wholeInches || ''}${quarters[Math.round((inches - wholeInches) * 4)] ?? ''}`
  // Keeps Intl's unit text and replaces its number, because Intl cannot format fractions.
  return new Intl.NumberFormat(lang, { style: 'unit', unit: 'inch' })
    .formatToParts(1)
    .map((part) => (part.type === 'integer' ? number : part.value))
    .join('')
    .replaceAll(' ', '\u00a0')
}

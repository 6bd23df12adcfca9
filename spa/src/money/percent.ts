/** Formats a percentage given as decimal text for the locale: "9.975" is 9.975% or 9,975 %. All decimals are kept. */
export function formatPercent(percent: string, lang: string): string {
  const decimals = (percent.split('.')[1] ?? '').replace(/0+$/, '').length
  return new Intl.NumberFormat(lang, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Number(percent) / 100)
}

/** Widths in the poster face, in em, rounded up: digits and most letters are alike, a few are far from it. */
const narrow: Readonly<Record<string, number>> = {
  ':': 0.38,
  '.': 0.38,
  '!': 0.39,
  ' ': 0.35,
  '\u00a0': 0.35,
  '\u202f': 0.18,
  '’': 0.35,
  f: 0.44,
  i: 0.37,
  j: 0.45,
  l: 0.38,
  r: 0.58,
  t: 0.51,
  m: 1.09,
  M: 1.07,
  w: 0.96,
}
const usual = 0.79

/** How wide a line is in em, so that it can be set to fill its measure: size = 100cqi ÷ ems. */
export function emWidth(line: string): number {
  return [...line].reduce((sum, char) => sum + (narrow[char] ?? (/\d/.test(char) ? 0.73 : usual)), 0)
}

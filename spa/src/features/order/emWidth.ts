/** Letter widths of the poster font in em, rounded up. Digits and most letters have the default width. */
const letterWidths: Readonly<Record<string, number>> = {
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
const defaultWidth = 0.79

/** Returns the width of a line in em. The font size that fills the container is 100cqi ÷ em. */
export function emWidth(line: string): number {
  return [...line].reduce(
    (sum, char) => sum + (letterWidths[char] ?? (/\d/.test(char) ? 0.73 : defaultWidth)),
    0,
  )
}

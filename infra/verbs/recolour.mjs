// Changes the hue of a colour and keeps its WCAG luminance, so that contrasts stay the same.
const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
const luminance = (rgb) => rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0)

/** Converts a hue in degrees, a saturation and a lightness to RGB. */
function hsl(h, s, l) {
  const at = (n) => (n + h / 30) % 12
  return [0, 8, 4].map((n) => l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(at(n) - 3, 9 - at(n), 1)))
}

/** Rotates the hue of #rrggbb by degrees. Greys do not change. */
export function recolour(hex, degrees) {
  const rgb = channels(hex)
  const [max, min] = [Math.max(...rgb), Math.min(...rgb)]
  if (max === min) return hex
  const [r, g, b] = rgb
  const hue = (max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min)) * 60
  const lightness = (max + min) / 2
  const saturation = (max - min) / (1 - Math.abs(2 * lightness - 1))
  const target = luminance(rgb)
  let [low, high] = [0, 1]
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2
    if (luminance(hsl((hue + degrees + 360) % 360, saturation, middle)) < target) low = middle
    else high = middle
  }
  const rotated = hsl((hue + degrees + 360) % 360, saturation, high)
  return `#${rotated.map((c) => Math.round(c * 255).toString(16).padStart(2, '0')).join('')}`
}

/** A colour as `oklch(L C H)` with L from 0 to 1 and H in degrees; an alpha part is not accepted. */
const OKLCH = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/

/**
 * WCAG 2.2 contrast ratio (1 to 21) of two opaque OKLCH colours, in any order. Colours outside sRGB are clipped, as a
 * browser on an sRGB screen shows them. Throws on anything that is not `oklch(L C H)`.
 */
export function contrastRatio(first: string, second: string): number {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** OKLab to linear sRGB with the matrices of the CSS Color 4 specification, then WCAG relative luminance. */
function luminance(color: string): number {
  const match = OKLCH.exec(color)
  if (!match) throw new Error(`Not an opaque oklch colour: ${color}`)
  const [lightness, chroma, hue] = match.slice(1).map(Number) as [number, number, number]
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue)
}

const clip = (channel: number) => Math.min(1, Math.max(0, channel))

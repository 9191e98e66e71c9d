import type { Drawing, DrawnColour, Shape } from './drawing.rules.ts'

export type Colours = Readonly<Record<DrawnColour, string>>

export interface EmbeddedFont {
  readonly family: string
  /** A `data:` URL. */
  readonly url: string
}

/** Family, size and weight of each kind of text. */
export const drawnFonts = {
  name: { family: 'Inter Variable', fallback: 'sans-serif', size: 13, weight: 600 },
  code: { family: 'JetBrains Mono Variable', fallback: 'monospace', size: 12, weight: 400 },
  mark: { family: 'JetBrains Mono Variable', fallback: 'monospace', size: 10, weight: 400 },
} as const

/** The drawing as a file that any program shows alike: its fonts are in it. */
export function svgOf(
  { width, height, shapes }: Drawing,
  { title, colours, fonts }: { title: string; colours: Colours; fonts: readonly EmbeddedFont[] },
): string {
  const faces = fonts.map(
    ({ family, url }) =>
      `@font-face{font-family:'${family}';font-weight:100 900;src:url(${url}) format('woff2')}`,
  )
  const classes = Object.entries(drawnFonts).map(
    ([name, { family, fallback, size, weight }]) =>
      `.${name}{font:${weight} ${size}px '${family}',${fallback};font-variant-ligatures:none;white-space:pre}`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${[...faces, ...classes].join('')}</style>`,
    ...shapes.map((shape) => elementOf(shape, colours)),
    '</svg>\n',
  ].join('\n')
}

function elementOf(shape: Shape, colours: Colours): string {
  switch (shape.kind) {
    case 'box': {
      const { at, width, height, radius, fill, stroke, isDashed } = shape
      const line = stroke ? ` stroke="${colours[stroke]}"${isDashed ? ' stroke-dasharray="4 3"' : ''}` : ''
      return `<rect x="${at.x}" y="${at.y}" width="${width}" height="${height}" rx="${radius}" fill="${colours[fill]}"${line}/>`
    }
    case 'path':
      return `<path d="${shape.path}" fill="none" stroke="${colours[shape.stroke]}"/>`
    case 'text': {
      const { at, font, colour, text, isRight } = shape
      return `<text x="${at.x}" y="${at.y}" class="${font}" fill="${colours[colour]}"${isRight ? ' text-anchor="end"' : ''}>${escaped(text)}</text>`
    }
  }
}

/** As XML text. Characters that XML has no place for become a visible sign. */
const escaped = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** An element's content: text, children by name, or a list for repeated names. */
export type Xml = string | number | boolean | null | undefined | { [name: string]: Xml | Xml[] }

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** A document with one root element. */
export const xmlDocument = (root: string, content: Xml) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${inner(content)}</${root}>`

function inner(content: Xml): string {
  if (content === null || content === undefined) return ''
  if (typeof content !== 'object') return escaped(String(content))
  return Object.entries(content)
    .flatMap(([name, value]) =>
      [value].flat().map((one) => (one === undefined ? '' : `<${name}>${inner(one as Xml)}</${name}>`)),
    )
    .join('')
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
const escaped = (text: string) => text.replace(/[&<>"\r]/g, (character) => escapes[character]!)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The contents of all elements with a name, in order; sufficient for the flat documents of S3 clients. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, text]) => text!,
  )
}

/** The text of the first element with a name. */
export const textOf = (xml: string, name: string) => {
  const [text] = elements(xml, name)
  return text?.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, entity) =>
    entity ? (entities[entity] ?? all) : (character(hex ? Number.parseInt(hex, 16) : Number(decimal)) ?? all),
  )
}

const character = (codePoint: number) =>
  codePoint <= 0x10ffff ? String.fromCodePoint(codePoint).toWellFormed() : undefined

import { XML_DEPTH_MAX } from '@basalt/contract/auth/saml.rules.ts'
import type { XmlDocument, XmlElement } from '@xmldom/xmldom'

/** A document that is not read, with the reason as a sentence. */
export class UnreadableXml extends Error {}

/** What ends each kind of markup that has no elements in it, by its beginning. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/**
 * Refuses what XML offers beside elements: a document type can make a small text expand to gigabytes, or read files.
 * Nesting is bounded, because parsers descend into it. Throws UnreadableXml.
 */
export function mustBePlainXml(text: string, bytesMax: number) {
  if (Buffer.byteLength(text) > bytesMax) throw new UnreadableXml(`More than ${bytesMax} bytes`)
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) throw new UnreadableXml('It has a document type')
  if (text.includes('\0')) throw new UnreadableXml('It is no text')
  if (isNestedDeeper(text, XML_DEPTH_MAX)) throw new UnreadableXml('Its elements are nested too deeply')
}

/** Reads each character once, whatever the text is. */
function isNestedDeeper(text: string, max: number) {
  let depth = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const skipped = SKIPPED.find(([begin]) => text.startsWith(begin, at))
    if (skipped) {
      const end = text.indexOf(skipped[1], at)
      if (end === -1) return false
      at = end
      continue
    }
    const end = endOfTag(text, at)
    if (end === -1) return false
    if (text[at + 1] === '/') depth -= 1
    else if (text[end - 1] !== '/') depth += 1
    if (depth > max) return true
    at = end
  }
  return false
}

/** Where the tag ends that begins at a position; -1 when it does not. A > in an attribute's value does not end it. */
function endOfTag(text: string, begin: number) {
  let quote = ''
  for (let at = begin + 1; at < text.length; at += 1) {
    const sign = text[at]!
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  return -1
}

/** Loaded with the first document, which most projects never have. */
export async function parseXml(
  text: string,
  bytesMax: number,
): Promise<XmlDocument & { documentElement: XmlElement }> {
  mustBePlainXml(text, bytesMax)
  const { DOMParser } = await import('@xmldom/xmldom')
  const problems: string[] = []
  const note = (message: string) => void problems.push(message)
  const document = new DOMParser({
    errorHandler: { warning: note, error: note, fatalError: note },
  }).parseFromString(text, 'text/xml')
  const root = document?.documentElement
  if (problems.length > 0 || !document || !root) throw new UnreadableXml('It is no valid XML')
  return Object.assign(document, { documentElement: root })
}

/** The children of an element with a name, in a namespace. */
export const childrenOf = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(element.childNodes).filter(
    (node): node is XmlElement =>
      node.nodeType === 1 &&
      (node as XmlElement).namespaceURI === namespace &&
      (node as XmlElement).localName === name,
  )

/**
 * What this server uses of `@xmldom/xmldom`. The types of the library bring those of a browser with them, which would let
 * code of the server name what only browsers have. `paths` in tsconfig.json leads here.
 */
export interface XmlNode {
  readonly nodeType: number
  readonly textContent: string | null
}

export interface XmlElement extends XmlNode {
  readonly namespaceURI: string | null
  readonly localName: string
  readonly childNodes: ArrayLike<XmlNode>
  getAttribute(name: string): string | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>
  /** The element as XML. */
  toString(): string
}

export interface XmlDocument {
  readonly documentElement: XmlElement | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>
}

type Note = (message: string) => void

export class DOMParser {
  constructor(options: { errorHandler: { warning: Note; error: Note; fatalError: Note } })
  parseFromString(text: string, type: 'text/xml'): XmlDocument | undefined
}

import { aTextUpTo, oneOf, type SearchOf } from '../../../../lib/shape.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

const panels = ['view', 'enable', 'disable'] as const
export type ExtensionPanel = (typeof panels)[number]

/** The search parameters of the page of extensions. */
export const extensionsSearch = {
  /** Part of a name or description. */
  filter: aTextUpTo(NAME_MAX),
  panel: oneOf(panels),
  /** The extension that the panel is about. */
  name: aTextUpTo(NAME_MAX),
}

export type ExtensionsSearch = SearchOf<typeof extensionsSearch>

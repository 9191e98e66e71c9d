import { aUuid, oneOf } from '../../../lib/shape.ts'

const panels = ['new', 'edit', 'delete'] as const

/** The search parameters of the page: what is open over its list, and the drain that it is about. */
export const logDrainsSearch = { panel: oneOf(panels), id: aUuid }

export interface LogDrainsSearch {
  panel?: (typeof panels)[number] | undefined
  id?: string | undefined
}

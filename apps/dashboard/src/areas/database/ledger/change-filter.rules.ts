import { changeKinds, changeOrigins, changeOutcomes } from '@basalt/contract/ledger/ledger.rules.ts'
import type { SearchOf } from '../../../lib/shape.ts'
import { aFlag, aText, aTextUpTo, oneOf } from '../../../lib/shape.ts'

const SEARCH_MAX = 200

/** The search params of the list of changes. */
export const changeSearch = {
  search: aTextUpTo(SEARCH_MAX),
  kind: oneOf(changeKinds),
  origin: oneOf(changeOrigins),
  result: oneOf(changeOutcomes),
  /** Only changes that are in no migration. */
  pending: aFlag,
  /** The change whose details are open. */
  change: aText,
}

export type ChangeFilter = Omit<SearchOf<typeof changeSearch>, 'change'>

export const isFiltered = ({ search, kind, origin, result, pending }: ChangeFilter) =>
  [search, kind, origin, result, pending].some((value) => value !== undefined && value !== '')

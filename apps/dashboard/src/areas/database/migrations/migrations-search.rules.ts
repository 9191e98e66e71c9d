import { aTextUpTo, oneOf, type SearchOf, searchOf } from '../../../lib/shape.ts'
import { type ChangeFilter, changeSearch } from '../ledger/change-filter.rules.ts'

export const migrationTabs = ['migrations', 'changes', 'drift'] as const

const VERSION_MAX = 200

const fields = {
  tab: oneOf(migrationTabs),
  /** The migration whose statements are open. */
  version: aTextUpTo(VERSION_MAX),
  ...changeSearch,
}

/** The search params of the page; invalid ones are dropped. */
export const migrationsSearch = searchOf(fields)
export type MigrationsSearch = SearchOf<typeof fields>

export const filterOf = ({ search, kind, origin, result, pending }: MigrationsSearch): ChangeFilter => ({
  search,
  kind,
  origin,
  result,
  pending,
})

import type { PrivilegeChange } from '@basalt/contract/database-objects/privileges/privileges.schema.ts'

/** Changes that wait to be applied, by what they are about. */
export type StagedPrivileges = ReadonlyMap<string, PrivilegeChange>

/** What a change is about, apart from whether it grants. */
export const keyOf = (change: PrivilegeChange): string =>
  JSON.stringify([
    change.on,
    change.schema,
    change.on === 'schema' ? null : change.table,
    change.on === 'column' ? change.column : null,
    change.privilege,
  ])

/** Stages a change, or takes it back when things then are as they were. */
export function stage(
  staged: StagedPrivileges,
  change: PrivilegeChange,
  wasGranted: boolean,
): StagedPrivileges {
  const next = new Map(staged)
  if (change.is_granted === wasGranted) next.delete(keyOf(change))
  else next.set(keyOf(change), change)
  return next
}

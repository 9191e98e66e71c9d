/** Directories whose contents belong to the running server; the server of a copy fills its own. */
export const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Files of the running server, and of sessions that a copy does not have. */
export const LEFT_OUT =
  /^(postmaster\.(pid|opts)|current_logfiles(\.tmp)?|backup_(label|manifest)(\.old)?|tablespace_map(\.old)?|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+(_\w+)?(\.\d+)?)$/

/** A file of a relation: its number, which fork, and which gigabyte of it. */
const RELATION = /^(\d+)(_(fsm|vm))?(\.\d+)?$/

/**
 * Whether a file belongs to an unlogged relation, which recovery makes empty from its `_init` fork. `names` are those of all
 * files in its folder.
 */
export function isUnloggedFork(name: string, names: ReadonlySet<string>): boolean {
  const relation = RELATION.exec(name)?.[1]
  return relation !== undefined && names.has(`${relation}_init`)
}

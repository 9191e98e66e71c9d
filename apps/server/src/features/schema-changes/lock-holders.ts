/** A session that keeps others from a table. */
export interface LockHolder {
  pid: number
  application: string
  state: string | null
  /** Since its transaction began. */
  seconds: number
}

/** Those that have locked a table, the longest first. Sessions of other roles show no state. */
export const lockHolders = (oid: number) => `
  select a.pid, a.application_name as application, a.state,
    coalesce(extract(epoch from now() - a.xact_start), 0)::int4 as seconds
  from pg_catalog.pg_stat_activity a
  where a.pid <> pg_catalog.pg_backend_pid() and a.pid in (
    select l.pid from pg_catalog.pg_locks l
    where l.locktype = 'relation' and l.granted and l.relation = ${String(oid)}::pg_catalog.oid)
  order by a.xact_start nulls last
  limit 3`

const stateOf = ({ state, seconds }: LockHolder) =>
  `${state?.startsWith('idle in transaction') ? 'idle in a transaction' : 'in a transaction'} for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** Who holds the locks, as a sentence; empty when nobody is left. */
export const holdersText = (holders: readonly LockHolder[]) =>
  holders.length === 0
    ? ''
    : ` Locked by ${holders
        .map((holder) => `${holder.application || 'a client'} (process ${holder.pid}), ${stateOf(holder)}`)
        .join('; ')}.`

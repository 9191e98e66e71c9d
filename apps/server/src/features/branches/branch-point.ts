import type { CopyFacts } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import { COMMON_TRANSACTIONS_MAX } from './branches.rules.ts'

/** The moment of branching, from which a merge tells whose change a row is. All ids are 64-bit transaction ids. */
export interface BranchPoint extends CopyFacts {
  /**
   * Transactions below `nextXid` that had not committed at that moment. Their rows are those of the source alone. Null until
   * the copy has started, and for a branch of a past moment with more than `COMMON_TRANSACTIONS_MAX` since its backup.
   */
  uncommittedXids: string[] | null
  /** The timeline of both sides: a side that is restored begins another. Absent for older branches. */
  timeline?: number
  /**
   * That of the source, if it is another one: a branch of a past moment begins a timeline. Absent for others, and for those of
   * older backups.
   */
  sourceTimeline?: number
  /**
   * Set of what was a replica before. It begins a timeline at its moment of branching, and so may its source later: a number
   * that both have does not say that they have it in common.
   */
  wasReplica?: true
  /** When the copy was made: until the branch could be used, it may not be on disk. Absent where the system does not tell. */
  boot?: string
}

/** The timeline is that of the last checkpoint. */
const POINT = `
  select
    array(
      select xid::text from generate_series($1::numeric, $2::numeric - 1) xid
      where pg_xact_status(xid::text::xid8) is distinct from 'committed') as uncommitted,
    (select timeline_id from pg_control_checkpoint()) as timeline,
    array(select gid from pg_prepared_xacts where database = current_database()) as prepared`

/**
 * Completes the moment of branching in a copy that has just started and has no clients, and rolls back transactions that
 * were prepared in the source: nobody would ever end them here.
 */
export async function completeBranchPoint(client: pg.Client, facts: CopyFacts): Promise<BranchPoint> {
  const isTooOld = BigInt(facts.nextXid) - BigInt(facts.oldestRunningXid) > BigInt(COMMON_TRANSACTIONS_MAX)
  const { rows } = await client.query<{ uncommitted: string[]; timeline: number; prepared: string[] }>(
    POINT,
    [isTooOld ? facts.nextXid : facts.oldestRunningXid, facts.nextXid],
  )
  const { uncommitted, timeline, prepared } = rows[0]!
  for (const gid of prepared) await client.query(`rollback prepared ${client.escapeLiteral(gid)}`)
  return { ...facts, uncommittedXids: isTooOld ? null : uncommitted, timeline }
}

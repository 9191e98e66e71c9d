import { ROW_LIMITS } from '@basalt/contract/query/query.rules.ts'
import { aFlag, aNumber, aText, aUuid, objectOf, oneOf, type ValueOf } from '../../../../lib/shape.ts'
import type { QuerySource } from './query-source.ts'

/** A run that this tab started and the server keeps, so that a reloaded page can resume it. */
const UnfinishedRun = objectOf({
  ref: aText,
  id: aUuid,
  source: objectOf(
    { sql: aText, from: aNumber },
    { sent: aText, limit: oneOf(ROW_LIMITS), sentBefore: aNumber, leavesSetting: aFlag, database: aText },
  ),
})
export type UnfinishedRun = ValueOf<typeof UnfinishedRun>

const PREFIX = 'run.'
/** Runs of longer SQL are not stored; they remain visible in the list of running queries. */
const SQL_LENGTH_MAX = 100_000

/** Stored per tab, because another tab may run the same query independently. */
export function storeRun(key: string, ref: string, id: string, source: QuerySource): void {
  const { sql, from, sent, limit, sentBefore, leavesSetting, database } = source
  removeRun(key)
  if (sql.length > SQL_LENGTH_MAX) return
  try {
    const run = { ref, id, source: { sql, from, sent, limit, sentBefore, leavesSetting, database } }
    sessionStorage.setItem(PREFIX + key, JSON.stringify(run))
  } catch {
    // Without storage a reload cannot resume the run.
  }
}

export function removeRun(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Without storage there is no stored run.
  }
}

export function storedRun(key: string): { ref: string; id: string; source: QuerySource } | undefined {
  try {
    const stored = UnfinishedRun.safeParse(JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null'))
    return stored.success ? (stored.data as { ref: string; id: string; source: QuerySource }) : undefined
  } catch {
    return undefined
  }
}

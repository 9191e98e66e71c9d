import { ROW_LIMITS } from '@basalt/contract/query/query.rules.ts'
import { aFlag, aNumber, aText, aUuid, objectOf, oneOf, type ValueOf } from '../../../../lib/shape.ts'
import type { QuerySource } from './query-source.ts'

/** A run that this tab has begun: the server keeps it, so that a reloaded page finds it again. */
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
/** A longer text is found by its name in the list of running queries. */
const SQL_KEPT_MAX = 100_000

/** Of the tab, because another tab may run the same query on its own. */
export function rememberRun(place: string, ref: string, id: string, source: QuerySource): void {
  const { sql, from, sent, limit, sentBefore, leavesSetting, database } = source
  forgetRun(place)
  if (sql.length > SQL_KEPT_MAX) return
  try {
    const run = { ref, id, source: { sql, from, sent, limit, sentBefore, leavesSetting, database } }
    sessionStorage.setItem(PREFIX + place, JSON.stringify(run))
  } catch {
    // Without storage a reload shows an empty editor, as it always did.
  }
}

export function forgetRun(place: string): void {
  try {
    sessionStorage.removeItem(PREFIX + place)
  } catch {
    // There was none.
  }
}

export function rememberedRun(place: string): { ref: string; id: string; source: QuerySource } | undefined {
  try {
    const kept = UnfinishedRun.safeParse(JSON.parse(sessionStorage.getItem(PREFIX + place) ?? 'null'))
    return kept.success ? (kept.data as { ref: string; id: string; source: QuerySource }) : undefined
  } catch {
    return undefined
  }
}

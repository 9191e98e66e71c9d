import { indexOfCharacter } from '@basalt/sql/characters.ts'
import type { QueryRunSnapshot } from '../run/query-run.ts'
import type { QuerySource } from '../run/query-source.ts'

/** Where a failed run stumbled, as a UTF-16 index into the document it was taken from. */
export function errorPlaceOf({
  state,
  source,
  failure,
}: Pick<QueryRunSnapshot, 'state' | 'source' | 'failure'>): { source: QuerySource; at: number } | undefined {
  const position = failure?.sql?.position
  if (state !== 'failed' || !source || position === undefined) return undefined
  return { source, at: source.from + indexOfCharacter(source.sql, position - (source.sentBefore ?? 0)) }
}

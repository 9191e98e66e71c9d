import { OBJECTS_COUNTED_MAX } from '@basalt/contract/database-objects/database-objects.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import { ofDatabase } from '../../platform/project-databases/sql/sql-failed.ts'
import type { ListQuery, ListStatements } from './object-kind.ts'

/** SQLSTATEs of a cursor whose text is no number or time: it was made for another order. */
const NO_KEY = ['22P02', '22003', '22007', '22008']

/**
 * One page of a list, by keyset, with how many objects match: at most `OBJECTS_COUNTED_MAX`. Throws `validation_failed` for
 * the cursor of another order.
 */
export async function readObjectPage<Item extends { id: number }, Query extends ListQuery>(
  run: RunText,
  statements: ListStatements<Query>,
  { sort, order, limit, cursor, ...which }: Query,
) {
  const after = cursor === undefined ? undefined : keyOf(cursor)
  const page = { ...which, sort, isDescending: order === 'desc', after, limit }
  const found = await run({ text: statements.page(page), values: [] }).catch((error: unknown): never => {
    throw after !== undefined && ofDatabase(error) && NO_KEY.includes(error.code ?? '')
      ? new AppError('validation_failed', 'Send the next_cursor of the page before', { cause: error })
      : error
  })
  // Counting reads on in the catalog, which a list that fits on one page need not wait for.
  const isWhole = cursor === undefined && found.length <= limit
  const [[count] = []] = isWhole
    ? [[found.length]]
    : await run({ text: statements.count(which, OBJECTS_COUNTED_MAX), values: [] })
  const objects = found.slice(0, limit).map(([json]) => JSON.parse(json!) as Item)
  const key = found.length > limit ? found[limit - 1]![1] : undefined
  return {
    objects,
    count: Number(count),
    next_cursor: key === undefined ? null : `${objects.at(-1)!.id}.${key}`,
  }
}

const keyOf = (cursor: string) => {
  const dot = cursor.indexOf('.')
  return { oid: Number(cursor.slice(0, dot)), key: cursor.slice(dot + 1) }
}

import { createHash } from 'node:crypto'
import { OBJECT_READ_TIMEOUT_SECONDS } from '@basalt/contract/database-objects/database-objects.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import { ofDatabase, QUERY_CANCELED } from '../../platform/project-databases/sql/sql-failed.ts'
import type { ChangedKind, FoundObject, ListQuery, ListStatements, NamedDraft } from './object-kind.ts'
import { readObjectPage } from './object-pages.port.ts'
import { refusalsOf } from './object-protection.ts'

export type ObjectReads = ReturnType<typeof objectReads>

const SETTINGS = {
  // So that definitions name everything with its schema.
  search_path: '',
  statement_timeout: `${OBJECT_READ_TIMEOUT_SECONDS}s`,
}

/**
 * Lists and single objects, read with the member's rights. Both throw `instance_unavailable` when the database does not
 * answer, and `conflict` when it takes too long.
 */
export const objectReads = (transaction: MemberTransaction) => {
  const reading = <T>({ ref, member, signal }: MemberCall, work: (run: RunText) => Promise<T>) =>
    transaction(ref, member, { access: 'read only', signal, settings: SETTINGS }, work).catch(
      (error: unknown): never => {
        if (ofDatabase(error) && error.code === QUERY_CANCELED)
          throw new AppError(
            'conflict',
            `This took longer than ${OBJECT_READ_TIMEOUT_SECONDS} seconds. Try again.`,
            { cause: error },
          )
        throw error
      },
    )

  return {
    /** Other reads of the catalog. */
    rows: reading,

    /** One page, of one snapshot with the count. */
    list: <Item extends { id: number }, Query extends ListQuery>(
      call: MemberCall,
      statements: ListStatements<Query>,
      query: Query,
    ) => reading(call, (run) => readObjectPage<Item, Query>(run, statements, query)),

    /** The JSON text that a statement returns in one row. */
    json: <T>(call: MemberCall, sql: string): Promise<T> =>
      reading(call, async (run) => JSON.parse((await run(plain(sql)))[0]![0]!) as T),

    /** Throws `not_found`. */
    one: <Draft extends NamedDraft, Found extends FoundObject<Draft>>(
      call: MemberCall,
      kind: ChangedKind<Draft, Found>,
      oid: number,
    ) => reading(call, (run) => existing(run, kind, oid)),
  }
}

/** The object as it is in the running transaction. Throws `not_found`. */
export async function existing<Draft extends NamedDraft, Found extends FoundObject<Draft>>(
  run: RunText,
  kind: ChangedKind<Draft, Found>,
  oid: number,
): Promise<Found> {
  // As in reads, so that the fingerprint is the same. SQL that members wrote runs with their own search path.
  await run(plain("set local search_path to ''"))
  const [[json] = []] = await run(plain(kind.one(oid)))
  await run(plain('set local search_path to default'))
  if (!json) throw notFound(kind.title, String(oid))
  const found = kind.read(json)
  const { draft } = found as Pick<FoundObject<Draft>, 'draft'>
  return {
    ...found,
    refusals: refusalsOf(kind, found),
    fingerprint: fingerprintOf(draft),
  } as unknown as Found
}

export const plain = (text: string) => ({ text, values: [] })

const fingerprintOf = (draft: unknown) =>
  createHash('sha256').update(JSON.stringify(draft)).digest('base64url').slice(0, 22)

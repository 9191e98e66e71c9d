import type { MergeEventKind, MergeStatus } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergeEvent,
  MergeRehearsal,
  MergeRequest,
  NewMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { sql, type Transaction } from 'kysely'
import type { AlsoStored, Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { RowDecisions, SchemaDecisions } from './merge-requests.tables.ts'

/** A request with what only the server knows of it. */
export interface StoredRequest extends MergeRequest {
  readonly schema_decisions: SchemaDecisions
  readonly row_decisions: RowDecisions
  /** The schemas of both sides that were rehearsed, and what was merged then, see `contentOf`. */
  readonly rehearsed_fingerprint: string | null
  readonly rehearsed_content: string | null
  readonly merging_xid: string | null
  readonly merging_by: string | null
  /** What has been approved of the present revision, see `contentOf`. */
  readonly approved_contents: readonly string[]
}

export interface NewEvent {
  readonly kind: MergeEventKind
  /** Null for what the server did by itself. */
  readonly madeBy: string | null
  readonly text?: string | null
}

/** An approval by somebody who may give one. */
export interface Approval {
  readonly revision: number
  readonly content: string
  readonly madeBy: string
  readonly text: string | null
}

/** What a change of a request writes. */
export interface StoredChange {
  title?: string
  description?: string
  tables?: MergeRequest['tables']
  includes_files?: boolean
  sql?: string | null
  schema_decisions?: SchemaDecisions
  row_decisions?: RowDecisions
}

/** What a rehearsal was of, as far as it is known: the schemas of both sides, and what was merged. */
export interface Rehearsed {
  readonly fingerprint: string | null
  readonly content: string | null
}

const NOT_REHEARSED: Rehearsed = { fingerprint: null, content: null }

export type MergeRequestStore = ReturnType<typeof mergeRequestStore>

const now = sql<string>`now()`

export function mergeRequestStore(metadata: Metadata) {
  const requests = () =>
    metadata
      .selectFrom('merge_requests')
      .innerJoin('branches as target', 'target.project_ref', 'merge_requests.target_ref')
      .selectAll('merge_requests')
      .select([
        'target.name as target_name',
        sql<boolean>`exists (select from merge_request_events e where e.request_id = merge_requests.id
          and e.approves and e.revision = merge_requests.revision)`.as('is_approved'),
        sql<
          string[]
        >`array(select e.content from merge_request_events e where e.request_id = merge_requests.id
          and e.approves and e.revision = merge_requests.revision and e.content is not null)`.as(
          'approved_contents',
        ),
      ])
  const one = (id: string) => metadata.updateTable('merge_requests').where('id', '=', id)

  const store = {
    find: (id: string): Promise<StoredRequest | undefined> =>
      requests().where('merge_requests.id', '=', id).executeTakeFirst(),

    /** From and into a branch, the newest first. */
    list: (ref: string): Promise<StoredRequest[]> =>
      requests()
        .where((where) =>
          where.or([
            where('merge_requests.branch_ref', '=', ref),
            where('merge_requests.target_ref', '=', ref),
          ]),
        )
        .orderBy('merge_requests.created_at', 'desc')
        .limit(200)
        .execute(),

    /** The request of a branch that is neither merged nor closed. */
    active: (branchRef: string): Promise<StoredRequest | undefined> =>
      requests()
        .where('merge_requests.branch_ref', '=', branchRef)
        .where('merge_requests.status', 'in', ['open', 'merging'])
        .executeTakeFirst(),

    /** With what else is stored when it is opened. Undefined when the branch has an open request already. */
    async create(
      request: Omit<NewMergeRequest, 'reviewers'> & {
        branchRef: string
        branchName: string
        targetRef: string
        createdBy: string
      },
      also: AlsoStored,
    ): Promise<StoredRequest | undefined> {
      const row = await metadata.transaction().execute(async (transaction) => {
        await also(transaction)
        return transaction
          .insertInto('merge_requests')
          .values({
            branch_ref: request.branchRef,
            branch_name: request.branchName,
            target_ref: request.targetRef,
            title: request.title,
            description: request.description,
            tables: JSON.stringify(request.tables),
            includes_files: request.includes_files,
            created_by: request.createdBy,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
      })
      if (!row) return undefined
      await store.addEvent(row.id, { kind: 'opened', madeBy: request.createdBy })
      return store.find(row.id)
    },

    /**
     * Changes an open request to what `changed` makes of the decisions that it has, one change after another: two people
     * decide on one request. `isMerged` tells whether what would be merged is another. False when it is not open.
     */
    change: (
      id: string,
      changed: (decided: Pick<StoredRequest, 'schema_decisions' | 'row_decisions'>) => StoredChange,
      isMerged: boolean,
    ): Promise<boolean> =>
      metadata.transaction().execute(async (transaction) => {
        const decided = await transaction
          .selectFrom('merge_requests')
          .select(['schema_decisions', 'row_decisions'])
          .where('id', '=', id)
          .where('status', '=', 'open')
          .forUpdate()
          .executeTakeFirst()
        if (!decided) return false
        const { tables, schema_decisions, row_decisions, ...plain } = changed(decided)
        await transaction
          .updateTable('merge_requests')
          .where('id', '=', id)
          .set({
            ...plain,
            ...(tables && { tables: JSON.stringify(tables) }),
            ...(schema_decisions && { schema_decisions: JSON.stringify(schema_decisions) }),
            ...(row_decisions && { row_decisions: JSON.stringify(row_decisions) }),
            ...(isMerged && { revision: sql<number>`revision + 1` }),
            updated_at: now,
          })
          .execute()
        return true
      }),

    /** With what else is stored then. False when the request has none of the statuses. */
    setStatus: (
      id: string,
      from: readonly MergeStatus[],
      status: MergeStatus,
      also?: AlsoStored,
    ): Promise<boolean> =>
      metadata.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('merge_requests')
          .where('id', '=', id)
          .set({ status, updated_at: now })
          .where('status', 'in', from)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await also?.(transaction)
        return true
      }),

    async setRehearsal(
      id: string,
      rehearsal: MergeRehearsal,
      { fingerprint, content }: Rehearsed = NOT_REHEARSED,
    ) {
      await one(id)
        .set({
          rehearsal: JSON.stringify(rehearsal),
          rehearsed_fingerprint: fingerprint,
          rehearsed_content: content,
        })
        .execute()
    },

    /** False when it is not open, or has changed since it was read. */
    async beginMerge({ id, revision }: StoredRequest, madeBy: string): Promise<boolean> {
      const { numUpdatedRows } = await one(id)
        .set({ status: 'merging', merging_xid: null, merging_by: madeBy, failure: null, updated_at: now })
        .where('status', '=', 'open')
        .where('revision', '=', revision)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async setXid(id: string, xid: string) {
      await one(id).set({ merging_xid: xid }).execute()
    },

    /** Stores how a merge ended, unless it is stored already. */
    async endMerge(id: string, failure: string | null): Promise<boolean> {
      const { numUpdatedRows } = await one(id)
        .set({
          status: failure === null ? 'merged' : 'open',
          failure,
          merging_xid: null,
          updated_at: now,
          ...(failure === null && { merged_at: now }),
        })
        .where('status', '=', 'merging')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Closes the open requests of a branch that is deleted. */
    async closeOf(branchRef: string) {
      await metadata
        .updateTable('merge_requests')
        .set({ status: 'closed', updated_at: now })
        .where('status', '=', 'open')
        .where((where) => where.or([where('branch_ref', '=', branchRef), where('branch_ref', 'is', null)]))
        .execute()
    },

    /** The SQL that was edited is of changes which the branch no longer has. */
    async branchReset(branchRef: string, transaction: Transaction<MetadataSchema>) {
      const [request] = await transaction
        .updateTable('merge_requests')
        .set({ sql: null, revision: sql<number>`revision + 1`, updated_at: now })
        .where('branch_ref', '=', branchRef)
        .where('status', '=', 'open')
        .returning(['id', 'revision'])
        .execute()
      if (!request) return
      await transaction
        .insertInto('merge_request_events')
        .values({ request_id: request.id, kind: 'branch_reset', revision: request.revision })
        .execute()
    },

    merging: (): Promise<StoredRequest[]> =>
      requests().where('merge_requests.status', '=', 'merging').execute(),

    /** Requests whose rehearsal was running when it was stored last. */
    rehearsing: (): Promise<StoredRequest[]> =>
      requests().where(sql<boolean>`merge_requests.rehearsal ->> 'status' = 'running'`).execute(),

    async addEvent(id: string, { kind, madeBy, text = null }: NewEvent) {
      await metadata
        .insertInto('merge_request_events')
        .columns(['request_id', 'kind', 'revision', 'made_by', 'text'])
        .expression(({ selectFrom, val }) =>
          selectFrom('merge_requests')
            .select(['id', val(kind).as('kind'), 'revision', val(madeBy).as('made_by'), val(text).as('text')])
            .where('id', '=', id),
        )
        .execute()
    },

    /** False when the request is not open, or is of another revision by now. */
    async approve(id: string, { revision, content, madeBy, text }: Approval): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await metadata
        .insertInto('merge_request_events')
        .columns(['request_id', 'kind', 'revision', 'approves', 'content', 'made_by', 'text'])
        .expression(({ selectFrom, val }) =>
          selectFrom('merge_requests')
            .select([
              'id',
              val('approved').as('kind'),
              'revision',
              val(true).as('approves'),
              val(content).as('content'),
              val(madeBy).as('made_by'),
              val(text).as('text'),
            ])
            .where('id', '=', id)
            .where('status', '=', 'open')
            .where('revision', '=', revision)
            // A request that is changed meanwhile is waited for.
            .forUpdate(),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },

    events: (id: string): Promise<MergeEvent[]> =>
      metadata
        .selectFrom('merge_request_events')
        .select(['id', 'kind', 'made_by', 'text', 'at'])
        .where('request_id', '=', id)
        .orderBy('id')
        .limit(1_000)
        .execute(),
  }
  return store
}

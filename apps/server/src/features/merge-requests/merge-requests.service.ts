import {
  MERGE_TITLE_MAX,
  MERGED_ROWS_PAGE,
  mergeObstacle,
} from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergeChanges,
  MergeChoice,
  MergedRow,
  MergedRows,
  MergedTable,
  MergedTableChanges,
  MergeRequest,
  MergeRequestChange,
  MergeRequestDetails,
  MergeReview,
  NewMergeRequest,
  ParentUpdate,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { type RowChange, TooManyChanges } from '@basalt/merge/rows/row-changes.ts'
import { decisionOf, decisionsFor } from '@basalt/merge/rows/row-decisions.ts'
import type { PairedTable } from '@basalt/merge/rows/table-pairs.ts'
import { sequenceOfKey } from '@basalt/merge/rows/write-rows.ts'
import type { MergeStatement } from '@basalt/merge/schema/schema-merge.ts'
import { transactionControlIn } from '@basalt/sql/migration-history.ts'
import { outsideTransaction } from '@basalt/sql/outside-transaction.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'
import type { BranchOrigins } from '../branches/branches.port.ts'
import { type Comparison, isFileTable } from './comparison.ts'
import type { MergeJobs } from './merge-jobs.ts'
import type { MergeRequestStore, StoredChange, StoredRequest } from './merge-requests.store.ts'
import { statementsOf, tableKey } from './merge-run.ts'
import { LISTED_FILES_MAX } from './merge-runs.rules.ts'
import { type ChangedTable, contentOf } from './merged-content.ts'
import type { Reviewer, ReviewerStore } from './reviewers.store.ts'

interface Deps {
  store: MergeRequestStore
  comparison: Comparison
  jobs: MergeJobs
  origins: BranchOrigins
  /** Tells the members that a request was opened. */
  reportOpened(request: StoredRequest): Promise<void>
  reviewers: ReviewerStore
  /** Tells members that they are asked for a review. */
  reportAsked(request: StoredRequest, askedBy: string, userIds: readonly string[]): Promise<void>
  onError(error: unknown, ref?: string): void
}

export type MergeRequestService = ReturnType<typeof mergeRequestService>

export function mergeRequestService({
  store,
  comparison,
  jobs,
  origins,
  reviewers,
  reportOpened,
  reportAsked,
  onError,
}: Deps) {
  const details = async (request: StoredRequest): Promise<MergeRequestDetails> => ({
    ...shown(request),
    reviewers: await reviewers.of(request.id),
    events: await store.events(request.id),
  })

  const again = async (id: string) => details((await store.find(id))!)

  /** Throws `conflict` once the branch is deleted. */
  const branchOf = ({ branch_ref }: StoredRequest) => {
    if (branch_ref === null) throw new AppError('conflict', 'The branch has been deleted')
    return branch_ref
  }

  const mustBeOpen = ({ status }: StoredRequest) => {
    if (status === 'merging') throw new AppError('conflict', 'The merge request is being merged')
    if (status !== 'open') throw new AppError('conflict', `The merge request is ${status}`)
  }

  /** Throws `validation_failed` for reviewers whose approval would not count. */
  const mustMayApprove = async (target: string, userIds: readonly string[]) => {
    if (userIds.length === 0) return
    const candidates = new Set((await reviewers.candidates(target)).map(({ id }) => id))
    if (!userIds.every((id) => candidates.has(id)))
      throw new AppError(
        'validation_failed',
        'Only owners and administrators can be asked for a review. Choose others.',
      )
  }

  /** Those who were asked before are not told again. */
  const ask = async (request: StoredRequest, userIds: readonly string[], askedBy: string) => {
    const added = await reviewers.set(request.id, userIds)
    if (added.length === 0) return
    const emails = (await reviewers.of(request.id)).flatMap(({ id, email }) =>
      added.includes(id) ? [email] : [],
    )
    await store.addEvent(request.id, { kind: 'review_requested', madeBy: askedBy, text: emails.join(', ') })
    await reportAsked(request, askedBy, added).catch((error) => onError(error, request.target_ref))
  }

  const create = async (
    branchRef: string,
    { reviewers: asked, ...request }: NewMergeRequest,
    createdBy: string,
  ): Promise<StoredRequest> => {
    const [branch, origin] = await Promise.all([origins.find(branchRef), origins.originOf(branchRef)])
    if (!branch) throw notFound('Branch', branchRef)
    if (!origin) throw new AppError('conflict', 'The default branch has nothing to be merged into')
    if (origin.source === undefined)
      throw new AppError(
        'conflict',
        'What this branch was made from has been deleted. Reset the branch first.',
      )
    await mustMayApprove(origin.source, asked)
    const created = await store.create(
      {
        ...request,
        branchRef,
        branchName: branch.name,
        targetRef: origin.source,
        createdBy,
      },
      (transaction) => origins.beginReview(branchRef, transaction),
    )
    if (!created) throw new AppError('conflict', 'The branch has an open merge request already')
    if (asked.length > 0) await ask(created, asked, createdBy)
    else await reportOpened(created).catch((error) => onError(error, created.target_ref))
    return created
  }

  /** Opens a request without rows. */
  const open = async (branchRef: string, createdBy: string) => {
    const branch = await origins.find(branchRef)
    if (!branch) throw notFound('Branch', branchRef)
    const title = `Merge ${branch.name}`.slice(0, MERGE_TITLE_MAX)
    return create(
      branchRef,
      { title, description: '', tables: [], includes_files: false, reviewers: [] },
      createdBy,
    )
  }

  /** What a branch was made from. Throws `conflict` for the default branch, and once that has been deleted. */
  const targetOf = async (branchRef: string) => {
    const origin = await origins.originOf(branchRef)
    if (!origin) throw new AppError('conflict', 'The default branch has nothing to be updated from')
    const { source } = origin
    if (source === undefined)
      throw new AppError('conflict', 'What this branch was made from has been deleted.')
    return source
  }

  /** The conflicts of a table that are left, and how many of them were decided about other rows. */
  const undecidedOf = (request: StoredRequest, table: MergedTable, changes: readonly RowChange[]) => {
    const decided = request.row_decisions[tableKey(table)] ?? {}
    const left = changes.filter(
      (change) => change.conflict && decisionOf(change, decided[change.key]) === undefined,
    )
    return { undecided: left.length, outdated: left.filter(({ key }) => decided[key] !== undefined).length }
  }

  const isChosen = (request: StoredRequest, table: MergedTable) =>
    isFileTable(table)
      ? request.includes_files
      : request.tables.some(({ schema, name }) => schema === table.schema && name === table.name)

  const summaryOf = (
    request: StoredRequest,
    { branch, problem }: PairedTable,
    changes: readonly RowChange[] | 'too_many' | undefined,
  ): MergedTableChanges => {
    const table = { schema: branch.schema, name: branch.name }
    const list = Array.isArray(changes) ? (changes as readonly RowChange[]) : []
    const count = (kind: RowChange['kind']) => list.filter((change) => change.kind === kind).length
    return {
      ...table,
      problem: changes === 'too_many' ? 'too_many' : (problem ?? null),
      inserted: count('insert'),
      updated: count('update'),
      deleted: count('delete'),
      conflicts: list.filter(({ conflict }) => conflict).length,
      ...undecidedOf(request, table, list),
      is_chosen: isChosen(request, table),
    }
  }

  const rehearsalOf = ({ rehearsal, revision }: StoredRequest) =>
    rehearsal && (rehearsal.revision === revision || rehearsal.status === 'running')
      ? rehearsal.status
      : undefined

  const changes = async (request: StoredRequest, { mayApprove }: Pick<Reviewer, 'mayApprove'>) =>
    comparison.read(branchOf(request), request.target_ref, async ({ logins, runs, origin, pairs }) => {
      const schema = await comparison.schema(logins, runs, origin, pairs, request.schema_decisions)
      const tables: MergedTableChanges[] = []
      const files: MergeChanges['files'] = []
      const changed: ChangedTable[] = []
      for (const pair of pairs) {
        const found = pair.problem
          ? undefined
          : await comparison.changesOf(runs, origin, pair).catch((error: unknown) => {
              if (error instanceof TooManyChanges) return 'too_many' as const
              throw error
            })
        const summary = summaryOf(request, pair, found)
        const isChanged = found === 'too_many' || (found && found.length > 0) || pair.problem
        if (isChanged || summary.is_chosen) tables.push(summary)
        if (summary.is_chosen && Array.isArray(found)) changed.push({ table: pair.branch, changes: found })
        if (pair.branch.schema === 'storage' && pair.branch.name === 'objects' && Array.isArray(found))
          files.push(...found.map(fileOf))
      }
      const chosen = tables.filter(({ is_chosen }) => is_chosen)
      const content = contentOf(statementsOf(request, schema), changed)
      const isApproved = request.approved_contents.includes(content)
      const hasMoved =
        request.rehearsed_fingerprint !== null &&
        (request.rehearsed_fingerprint !== schema.fingerprint ||
          (request.rehearsal?.status === 'passed' && request.rehearsed_content !== content))
      const answer: MergeChanges = {
        statements: schema.statements.map(shownStatement),
        conflicts: schema.conflicts.map(({ id, object, kind, other, state, decision }) => ({
          id,
          object,
          kind,
          other: other ?? null,
          state,
          decision: decision ?? null,
          is_outdated: decision === undefined && request.schema_decisions[id] !== undefined,
        })),
        not_compared: [...schema.notCompared],
        rows_refusal: origin.rowsRefusal ?? null,
        tables,
        files: files.slice(0, LISTED_FILES_MAX),
        more_files: Math.max(0, files.length - LISTED_FILES_MAX),
        has_moved: hasMoved,
        content,
        is_approved: isApproved,
        obstacle:
          mergeObstacle({
            status: request.status,
            undecided: chosen.reduce((sum, { undecided }) => sum + undecided, 0),
            outdated: chosen.reduce((sum, { outdated }) => sum + outdated, 0),
            rehearsal: rehearsalOf(request),
            hasMoved,
            isApproved,
            wasApproved: request.is_approved,
            mayApprove,
            isEmpty:
              (request.sql ?? '').trim() === '' &&
              (schema.statements.length === 0 || request.sql !== null) &&
              chosen.every(({ inserted, updated, deleted }) => inserted + updated + deleted === 0),
          }) ?? null,
      }
      return answer
    })

  /** Throws `conflict` when it is not what the reviewer has seen any more. */
  const approve = async (
    request: StoredRequest,
    { revision, content, text }: { revision: number; content: string; text: string | null },
    reviewer: Reviewer,
  ) => {
    mustBeOpen(request)
    if (!reviewer.mayApprove)
      throw new AppError('forbidden', 'Only owners and administrators can approve merge requests')
    const present = await changes(request, reviewer)
    const approval = { revision, content: present.content, madeBy: reviewer.email, text }
    if (content !== present.content || !(await store.approve(request.id, approval)))
      throw new AppError('conflict', 'The merge request has been changed since. Open it to review it.')
  }

  return {
    list: async (ref: string): Promise<MergeRequest[]> => (await store.list(ref)).map(shown),

    details,

    /** The members who may approve merges of a branch. */
    async candidates(ref: string) {
      return reviewers.candidates((await origins.originOf(ref))?.source ?? ref)
    },

    /** Throws `conflict` for the default branch, and when the branch has an open request. */
    create: async (branchRef: string, request: NewMergeRequest, createdBy: string) =>
      details(await create(branchRef, request, createdBy)),

    /** Opens a request for a branch of which a review is requested, unless there is one. */
    async requestReview(branchRef: string, createdBy: string) {
      if (!(await store.active(branchRef))) await open(branchRef, createdBy)
    },

    /** Closes the request of a branch of which a review is no longer requested. */
    async withdrawReview(branchRef: string, madeBy: string) {
      const request = await store.active(branchRef)
      if (!request) return
      if (!(await store.setStatus(request.id, ['open'], 'closed')))
        mustBeOpen((await store.find(request.id))!)
      await store.addEvent(request.id, { kind: 'closed', madeBy })
    },

    /** Throws `conflict` unless it is open, and `validation_failed` for SQL that cannot be part of a transaction. */
    async change(request: StoredRequest, change: MergeRequestChange, madeBy: string) {
      mustBeOpen(request)
      if (jobs.isRunning(request.id))
        throw new AppError('conflict', 'It is being rehearsed. Change it once the rehearsal has ended.')
      const { row_decisions, schema_decisions, reviewers: asked, ...plain } = change
      if (asked) await mustMayApprove(request.target_ref, asked)
      if (typeof plain.sql === 'string') mustFitTransaction(plain.sql)
      const changed: StoredChange = {
        ...(plain.title !== undefined && { title: plain.title }),
        ...(plain.description !== undefined && { description: plain.description }),
        ...(plain.tables !== undefined && { tables: plain.tables }),
        ...(plain.includes_files !== undefined && { includes_files: plain.includes_files }),
        ...(plain.sql !== undefined && { sql: plain.sql }),
      }
      const withDecisions: Parameters<MergeRequestStore['change']>[1] = (decided) => ({
        ...changed,
        ...(row_decisions && { row_decisions: rowsDecided(decided.row_decisions, row_decisions) }),
        ...(schema_decisions && {
          schema_decisions: schemaDecided(decided.schema_decisions, schema_decisions),
        }),
      })
      const isMerged = Object.keys(change).some((field) => !UNMERGED_FIELDS.has(field))
      if (!(await store.change(request.id, withDecisions, isMerged)))
        throw new AppError('conflict', 'The merge request is not open any more')
      if (isMerged) await store.addEvent(request.id, { kind: 'changed', madeBy })
      if (asked) await ask(request, asked, madeBy)
      return again(request.id)
    },

    changes,

    async rows(
      request: StoredRequest,
      { schema, name, offset }: MergedTable & { offset: number },
    ): Promise<MergedRows> {
      return comparison.read(branchOf(request), request.target_ref, async ({ runs, origin, pairs }) => {
        const [pair] = comparison.chosen(
          pairs,
          { tables: [{ schema, name }], includes_files: false },
          origin.rowsRefusal,
        )
        const found = await comparison.changesOf(runs, origin, pair!).catch((error: unknown) => {
          throw error instanceof TooManyChanges
            ? new AppError('conflict', error.message, { cause: error })
            : error
        })
        const canRenumber = (await sequenceOfKey(runs.branch, pair!.branch)) !== undefined
        const decided = request.row_decisions[tableKey({ schema, name })] ?? {}
        const sorted = [
          ...found.filter(({ conflict }) => conflict),
          ...found.filter(({ conflict }) => !conflict),
        ]
        return {
          columns: pair!.branch.columns.map((column) => column.name),
          key: pair!.branch.key.map((column) => column.name),
          total: found.length,
          rows: sorted.slice(offset, offset + MERGED_ROWS_PAGE).map((change): MergedRow => {
            const { key, kind, conflict, state, branch, target, isCombined = false } = change
            const decision = decisionOf(change, decided[key])
            return {
              key,
              kind,
              conflict: conflict ?? null,
              is_combined: isCombined,
              branch: branch ?? null,
              target: target ?? null,
              state: state ?? null,
              decision: decision ?? null,
              is_outdated: conflict !== undefined && decision === undefined && decided[key] !== undefined,
              options: conflict ? [...decisionsFor(conflict, canRenumber)] : [],
            }
          }),
        }
      })
    },

    /**
     * Throws `conflict` for what its status does not allow and for the approval of an earlier revision or content, and
     * `forbidden` for an approval by somebody who may not.
     */
    async review(request: StoredRequest, review: MergeReview, reviewer: Reviewer) {
      const { id } = request
      const { kind } = review
      const text = review.text.trim() === '' ? null : review.text
      if (kind === 'commented' && text === null) throw new AppError('conflict', 'Write a comment first')
      if (kind === 'approved') {
        const { revision, content } = review
        await approve(request, { revision: revision!, content: content!, text }, reviewer)
        return again(id)
      }
      if (kind === 'closed') {
        if (!(await store.setStatus(id, ['open'], 'closed'))) mustBeOpen((await store.find(id))!)
        if (request.branch_ref !== null) await origins.endReview(request.branch_ref)
      }
      if (kind === 'reopened') {
        const branch = branchOf(request)
        const isReopened = await store
          .setStatus(id, ['closed'], 'open', (transaction) => origins.beginReview(branch, transaction))
          .catch((error: unknown) => {
            throw isUniqueViolation(error)
              ? new AppError('conflict', 'The branch has an open merge request already', { cause: error })
              : error
          })
        if (!isReopened) throw new AppError('conflict', 'Only a closed merge request can be reopened')
      }
      await store.addEvent(id, { kind, madeBy: reviewer.email, text })
      return again(id)
    },

    async rehearse(request: StoredRequest) {
      mustBeOpen(request)
      branchOf(request)
      await jobs.rehearse(request)
      return again(request.id)
    },

    /** The SQL that merges the schema of a branch. */
    diff: async (branchRef: string): Promise<string> => {
      const target = await targetOf(branchRef)
      return comparison.read(branchRef, target, async ({ logins, runs, origin, pairs }) => {
        const { statements } = await comparison.schema(logins, runs, origin, pairs, {})
        return statements.map(({ sql }) => `${sql};\n`).join('')
      })
    },

    /**
     * Rehearses the request of a branch and merges it if the rehearsal passes; opens one if there is none. Returns its id at
     * once. Throws `conflict` with what has to be done first.
     */
    async mergeBranch(branchRef: string, reviewer: Reviewer): Promise<string> {
      const request = (await store.active(branchRef)) ?? (await open(branchRef, reviewer.email))
      const { obstacle } = await changes({ ...request, ...asRehearsed(request) }, reviewer)
      if (obstacle !== null) throw new AppError('conflict', `${obstacle.replace(/\.$/, '')}.`)
      await jobs.rehearseAndMerge(request, reviewer)
      return request.id
    },

    targetOf,
    branchReset: store.branchReset,

    /** What `push` would run. */
    async parentUpdate(branchRef: string, target: string): Promise<ParentUpdate> {
      const { statements, conflicts } = await jobs.update(branchRef, target)
      return {
        source_name: (await origins.find(target))?.name ?? 'its source',
        statements: statements.map(shownStatement),
        conflicts: conflicts.map(({ object }) => object),
      }
    },

    /** Throws `conflict` when both sides changed the same object. */
    push: async (branchRef: string, email: string) => {
      const target = await targetOf(branchRef)
      const name = (await origins.find(target))?.name ?? 'its source'
      await jobs.push(branchRef, target, email, `update from ${name}`)
    },

    /** Returns at once. Throws `conflict` with what has to be done first. */
    async merge(request: StoredRequest, reviewer: Reviewer, { without_backup }: MergeChoice) {
      const { obstacle } = await changes(request, reviewer)
      if (obstacle !== null) throw new AppError('conflict', `${obstacle.replace(/\.$/, '')}.`)
      await jobs.merge(request, reviewer, without_backup)
      return again(request.id)
    },
  }
}

const shownStatement = ({
  sql,
  isDestructive,
  rewrites,
  lock,
}: MergeStatement): MergeChanges['statements'][number] => ({
  sql,
  is_destructive: isDestructive,
  rewrites,
  lock,
})

/** Without what only the server knows of it. */
const shown = ({
  schema_decisions: _schema,
  row_decisions: _rows,
  rehearsed_fingerprint: _fingerprint,
  rehearsed_content: _rehearsed,
  merging_xid: _xid,
  merging_by: _by,
  approved_contents: _approved,
  ...request
}: StoredRequest): MergeRequest => request

/** Fields whose change leaves what is merged as it is. */
const UNMERGED_FIELDS: ReadonlySet<string> = new Set<keyof MergeRequestChange>([
  'title',
  'description',
  'reviewers',
])

function rowsDecided(
  before: StoredRequest['row_decisions'],
  decisions: NonNullable<MergeRequestChange['row_decisions']>,
) {
  const after = structuredClone(before)
  for (const { key, decision, state, ...table } of decisions) {
    const ofTable = after[tableKey(table)] ?? {}
    if (decision === null) delete ofTable[key]
    else ofTable[key] = { decision, state }
    after[tableKey(table)] = ofTable
  }
  return after
}

function schemaDecided(
  before: StoredRequest['schema_decisions'],
  decisions: NonNullable<MergeRequestChange['schema_decisions']>,
) {
  const after = { ...before }
  for (const { id, decision, state } of decisions)
    if (decision === null) delete after[id]
    else after[id] = { decision, state }
  return after
}

/** As if it had been rehearsed now. */
const asRehearsed = ({ revision, rehearsal }: StoredRequest) => ({
  rehearsed_fingerprint: null,
  rehearsal:
    rehearsal?.status === 'running' ? rehearsal : { ...EMPTY_REHEARSAL, revision, status: 'passed' as const },
})

const EMPTY_REHEARSAL = {
  started_at: '',
  ended_at: null,
  error: null,
  statements: [],
  rows: null,
  grown_bytes: null,
  policies: null,
  advisors: null,
  plans: [],
}

const fileOf = ({ kind, branch, target }: RowChange): MergeChanges['files'][number] => ({
  bucket: (branch ?? target)!.bucket_id!,
  path: (branch ?? target)!.name!,
  kind: kind === 'insert' ? 'added' : kind === 'update' ? 'changed' : 'removed',
})

/** A merge is one transaction, which its SQL must not end. */
function mustFitTransaction(sql: string) {
  const control = transactionControlIn(sql)
  if (control !== undefined)
    throw new AppError('validation_failed', `${control} would end the transaction of the merge. Remove it.`)
  for (const { text } of splitStatements(sql)) {
    const outside = outsideTransaction(text)
    if (outside !== undefined)
      throw new AppError(
        'validation_failed',
        `${outside} cannot run in the transaction of the merge. Remove it.`,
      )
  }
}

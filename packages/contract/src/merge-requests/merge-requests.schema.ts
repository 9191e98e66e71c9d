import { z } from 'zod'
import { advisorKinds, lintLevels } from '../advisors/advisors.rules.ts'
import { matrixActions, matrixOutcomes } from '../policy-matrix/policy-matrix.rules.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  MERGE_COMMENT_MAX,
  MERGE_DECISIONS_MAX,
  MERGE_DESCRIPTION_MAX,
  MERGE_REVIEWERS_MAX,
  MERGE_SQL_MAX,
  MERGE_TITLE_MAX,
  MERGED_TABLES_MAX,
  mergeEventKinds,
  mergeStatuses,
  rehearsalStatuses,
  rowDecisions,
} from './merge-requests.rules.ts'

export const MergeRequestParams = ProjectParams.extend({ id: z.uuid('Not the id of a merge request') })

export const MergeChoice = z.object({
  /** Makes neither a restore point nor a backup first, such as when backups fail. */
  without_backup: z.stringbool().default(false),
})
export type MergeChoice = z.output<typeof MergeChoice>

const Count = z.number().int().nonnegative()
const Name = Text.min(1).max(63)

export const MergedTable = z.object({ schema: Name, name: Name })
export type MergedTable = z.infer<typeof MergedTable>

const QueryPlan = z.object({
  /** The planner's estimate of the whole, in its own unit. */
  cost: z.number(),
  /** What it does, from the outside in, such as `Index Scan on goods using goods_pkey`. */
  steps: z.array(z.string()),
})
export type QueryPlan = z.infer<typeof QueryPlan>

/** One statement of a rehearsal. */
export const RehearsedStatement = z.object({
  sql: z.string(),
  milliseconds: z.number().nonnegative(),
  /** Locks on tables that exist without the merge, as `public.orders: AccessExclusiveLock`. */
  locks: z.array(z.string()),
  /** Tables and indexes that were rewritten. */
  rewritten: z.array(z.string()),
})
export type RehearsedStatement = z.infer<typeof RehearsedStatement>

/** How often a query of the target is called, and what the planner makes of it before and after the merge. */
export const RehearsedPlan = z
  .object({
    sql: z.string(),
    calls: z.number().nonnegative(),
    total_ms: z.number().nonnegative(),
    before: QueryPlan,
    /** Null when it would fail, for the reason in `error`. */
    after: QueryPlan.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'RehearsedPlan' })
export type RehearsedPlan = z.infer<typeof RehearsedPlan>

/** An expectation of a policy that would not hold after the merge. */
const UnexpectedAccess = z.object({
  actor: z.string(),
  schema: z.string(),
  table: z.string(),
  action: z.enum(matrixActions),
  expected: z.enum(matrixOutcomes),
  outcome: z.enum(matrixOutcomes),
  message: z.string().nullable(),
})

/** The saved expectations of the target's policies, tried after the merge. */
export const RehearsedPolicies = z.object({
  tried: Count,
  unexpected: z.array(UnexpectedAccess),
  /** Why they could not be tried. */
  error: z.string().nullable(),
})
export type RehearsedPolicies = z.infer<typeof RehearsedPolicies>

/** What an advisor says of an object. */
const RehearsedFinding = z.object({
  kind: z.enum(advisorKinds),
  level: z.enum(lintLevels),
  /** The name of the rule. */
  title: z.string(),
  /** What it found, as a sentence without a full stop. */
  detail: z.string(),
})
export type RehearsedFinding = z.infer<typeof RehearsedFinding>

/** How the findings of the advisors in the target change by the merge. */
export const RehearsedAdvisors = z
  .object({
    added: z.array(RehearsedFinding),
    removed: z.array(RehearsedFinding),
    /** Why the advisors could not be run. */
    error: z.string().nullable(),
  })
  .meta({ id: 'RehearsedAdvisors' })
export type RehearsedAdvisors = z.infer<typeof RehearsedAdvisors>

export const MergeRehearsal = z
  .object({
    status: z.enum(rehearsalStatuses),
    /** The revision of the request that was rehearsed. */
    revision: z.number().int(),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    /** Why it failed. */
    error: z.string().nullable(),
    statements: z.array(RehearsedStatement),
    rows: z.object({ put: Count, removed: Count }).nullable(),
    /** Bytes that the database has more after the merge, or fewer. */
    grown_bytes: z.number().int().nullable(),
    /** Null when no expectations are saved. */
    policies: RehearsedPolicies.nullable(),
    /** Null until it has passed, and for rehearsals of earlier versions. */
    advisors: RehearsedAdvisors.nullable(),
    /** Of the queries that take most time, those that can be planned. */
    plans: z.array(RehearsedPlan),
  })
  .meta({ id: 'MergeRehearsal' })
export type MergeRehearsal = z.infer<typeof MergeRehearsal>

export const MergeEvent = z
  .object({
    id: z.string(),
    kind: z.enum(mergeEventKinds),
    /** The email address of the member; null for what the server did by itself. */
    made_by: z.string().nullable(),
    text: z.string().nullable(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'MergeEvent' })
export type MergeEvent = z.infer<typeof MergeEvent>

/** A member who is asked for a review, or can be. */
export const MergeReviewer = z.object({ id: z.uuid(), email: z.string() }).meta({ id: 'MergeReviewer' })
export type MergeReviewer = z.infer<typeof MergeReviewer>

/** The wish to merge a branch into what it was made from. */
export const MergeRequest = z
  .object({
    id: z.uuid(),
    /** Null once the branch is deleted. */
    branch_ref: z.string().nullable(),
    branch_name: z.string(),
    target_ref: z.string(),
    target_name: z.string(),
    title: z.string(),
    description: z.string(),
    status: z.enum(mergeStatuses),
    /** Tables of the branch whose rows are merged. */
    tables: z.array(MergedTable),
    /** Whether files are merged. */
    includes_files: z.boolean(),
    /** The SQL that is run instead of the one that was found; null unless it was edited. */
    sql: z.string().nullable(),
    /** Grows with each change of what would be merged. */
    revision: z.number().int(),
    rehearsal: MergeRehearsal.nullable(),
    /** Whether a member who may has approved this revision. `changes` tell whether the branch is still what it was then. */
    is_approved: z.boolean(),
    /** Why the last attempt to merge it failed. */
    failure: z.string().nullable(),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    merged_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MergeRequest' })
export type MergeRequest = z.infer<typeof MergeRequest>

export const MergeRequestDetails = MergeRequest.extend({
  /** Who is asked to review it, and has approved this revision. */
  reviewers: z.array(MergeReviewer.extend({ has_approved: z.boolean() })),
  /** Oldest first. */
  events: z.array(MergeEvent),
}).meta({ id: 'MergeRequestDetails' })
export type MergeRequestDetails = z.infer<typeof MergeRequestDetails>

const Title = nameText('The title', 1, MERGE_TITLE_MAX)
const Description = Text.max(
  MERGE_DESCRIPTION_MAX,
  `The description may have at most ${MERGE_DESCRIPTION_MAX} characters`,
)
/** Ids of members who may approve. */
const Reviewers = z
  .array(z.uuid())
  .max(MERGE_REVIEWERS_MAX, `At most ${MERGE_REVIEWERS_MAX} members can be asked`)

const Tables = z.array(MergedTable).max(MERGED_TABLES_MAX)

export const NewMergeRequest = z.strictObject({
  title: Title,
  description: Description.default(''),
  tables: Tables.default([]),
  includes_files: z.boolean().default(false),
  reviewers: Reviewers.default([]),
})
export type NewMergeRequest = z.output<typeof NewMergeRequest>

/** The `state` of the conflict that is decided about: a decision does not count once either side has changed it. */
const DecidedState = Text.min(1).max(100)

/** A row of a table by its key, a JSON array of texts. */
const RowChoice = MergedTable.extend({
  key: Text.max(10_000),
  state: DecidedState,
  /** Null for undecided. */
  decision: z.enum(rowDecisions).nullable(),
})

const SchemaChoice = z.object({
  id: Text.max(2_000),
  state: DecidedState,
  decision: z.enum(['branch', 'target']).nullable(),
})

export const MergeRequestChange = z
  .strictObject({
    title: Title.optional(),
    description: Description.optional(),
    tables: Tables.optional(),
    includes_files: z.boolean().optional(),
    /** Null for the SQL that is found. */
    sql: Text.max(MERGE_SQL_MAX, `The SQL may have at most ${MERGE_SQL_MAX} characters`)
      .nullable()
      .optional(),
    row_decisions: z.array(RowChoice).max(MERGE_DECISIONS_MAX).optional(),
    reviewers: Reviewers.optional(),
    schema_decisions: z.array(SchemaChoice).max(MERGE_DECISIONS_MAX).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type MergeRequestChange = z.output<typeof MergeRequestChange>

export const MergeReview = z
  .strictObject({
    kind: z.enum(['commented', 'approved', 'closed', 'reopened']),
    /** What is approved: the revision that the reviewer has seen, and the `content` of its changes. Required for an approval. */
    revision: z.number().int().optional(),
    content: Text.max(100).optional(),
    text: Text.max(MERGE_COMMENT_MAX, `A comment may have at most ${MERGE_COMMENT_MAX} characters`).default(
      '',
    ),
  })
  .refine(
    ({ kind, revision, content }) => kind !== 'approved' || (revision !== undefined && content !== undefined),
    'Name the revision and the content that are approved',
  )
export type MergeReview = z.output<typeof MergeReview>

export const MergedStatement = z.object({
  sql: z.string(),
  is_destructive: z.boolean(),
  /** Whether it may rewrite a table. */
  rewrites: z.boolean(),
  /** The lock that it takes on existing tables, and `none` for new objects. */
  lock: z.enum(['none', 'shareUpdateExclusive', 'share', 'shareRowExclusive', 'accessExclusive']),
})
export type MergedStatement = z.infer<typeof MergedStatement>

export const MergeSchemaConflict = z.object({
  id: z.string(),
  object: z.string(),
  kind: z.enum(['both_changed', 'needed_by_target', 'dropped_by_target']),
  other: z.string().nullable(),
  /** Changes with the object on either side. */
  state: z.string(),
  /** Only conflicts of objects that both sides changed can be decided; the target is kept otherwise. */
  decision: z.enum(['branch', 'target']).nullable(),
  /** Whether it was decided before either side changed the object again. */
  is_outdated: z.boolean(),
})
export type MergeSchemaConflict = z.infer<typeof MergeSchemaConflict>

export const tableProblems = [
  'no_key',
  'unlogged',
  'no_base',
  'key_changed',
  'dropped_by_target',
  'too_many',
] as const

export const MergedTableChanges = MergedTable.extend({
  /** Why its rows cannot be merged. */
  problem: z.enum(tableProblems).nullable(),
  inserted: Count,
  updated: Count,
  deleted: Count,
  /** Rows that both sides changed. */
  conflicts: Count,
  undecided: Count,
  /** Of the undecided ones, those that were decided before either side changed the row again. */
  outdated: Count,
  is_chosen: z.boolean(),
})
export type MergedTableChanges = z.infer<typeof MergedTableChanges>

export const MergedFile = z.object({
  bucket: z.string(),
  path: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
})

export const MergeChanges = z
  .object({
    /** The statements that make the branch's changes to the schema of the target as it is now. */
    statements: z.array(MergedStatement),
    conflicts: z.array(MergeSchemaConflict),
    /** Kinds of objects that are not compared, and of which the sides do not have the same number. */
    not_compared: z.array(z.string()),
    /** Why rows and files cannot be merged at all. */
    rows_refusal: z.string().nullable(),
    /** Tables whose rows the branch changed, or cannot be compared. */
    tables: z.array(MergedTableChanges),
    files: z.array(MergedFile),
    /** How many files there are besides those. */
    more_files: Count,
    /** Whether the schema of one side, or the rows that would be merged, have changed since the rehearsal. */
    has_moved: z.boolean(),
    /** A digest of the SQL and the branch's rows that would be merged: what an approval is of. */
    content: z.string(),
    /** Whether a member who may has approved this content. */
    is_approved: z.boolean(),
    /** Why it cannot be merged now. */
    obstacle: z.string().nullable(),
  })
  .meta({ id: 'MergeChanges' })
export type MergeChanges = z.infer<typeof MergeChanges>

/** What an update of a branch from what it was made from would run. */
export const ParentUpdate = z
  .object({
    source_name: z.string(),
    statements: z.array(MergedStatement),
    /** Objects that both sides changed, as `column public.orders.note`. The update is refused while there are any. */
    conflicts: z.array(z.string()),
  })
  .meta({ id: 'ParentUpdate' })
export type ParentUpdate = z.infer<typeof ParentUpdate>

export const MergedRowsQuery = z.object({
  schema: Name,
  name: Name,
  offset: z.coerce.number().int().min(0).default(0),
})

const Values = z.record(z.string(), z.string().nullable())

export const MergedRow = z.object({
  key: z.string(),
  kind: z.enum(['insert', 'update', 'delete']),
  conflict: z.enum(['both_inserted', 'both_updated', 'deleted_by_target', 'updated_by_target']).nullable(),
  /** Both sides changed it in different columns; `branch` has the changes of both. */
  is_combined: z.boolean(),
  /** Null for a row that the branch deleted. */
  branch: Values.nullable(),
  /** Null for a row that the target does not have. */
  target: Values.nullable(),
  /** Of a conflict: changes with the row on either side. */
  state: z.string().nullable(),
  decision: z.enum(rowDecisions).nullable(),
  /** Whether it was decided before either side changed the row again. */
  is_outdated: z.boolean(),
  /** The possible decisions of a conflict, the first of which is suggested. */
  options: z.array(z.enum(rowDecisions)),
})
export type MergedRow = z.infer<typeof MergedRow>

export const MergedRows = z
  .object({
    columns: z.array(z.string()),
    key: z.array(z.string()),
    rows: z.array(MergedRow),
    total: Count,
  })
  .meta({ id: 'MergedRows' })
export type MergedRows = z.infer<typeof MergedRows>

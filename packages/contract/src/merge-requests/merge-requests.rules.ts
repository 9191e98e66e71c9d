export const MERGE_TITLE_MAX = 200
export const MERGE_DESCRIPTION_MAX = 10_000
export const MERGE_COMMENT_MAX = 5_000
/** Characters of edited SQL. */
export const MERGE_SQL_MAX = 500_000

/** Changed rows of one table that can be merged. */
export const MERGED_ROWS_MAX = 20_000
/** Tables whose rows one request can merge. */
export const MERGED_TABLES_MAX = 100
/** Members who can be asked to review one request. */
export const MERGE_REVIEWERS_MAX = 20
/** Changed rows of one page. */
export const MERGED_ROWS_PAGE = 50
/** Decisions of one call. */
export const MERGE_DECISIONS_MAX = 1_000

/** How long a merge waits for a lock before it gives up, so that the queries of the target do not wait behind it. */
export const MERGE_LOCK_TIMEOUT_MS = 2_000

export const mergeStatuses = ['open', 'merging', 'merged', 'closed'] as const
export type MergeStatus = (typeof mergeStatuses)[number]

export const rehearsalStatuses = ['running', 'passed', 'failed'] as const
export type RehearsalStatus = (typeof rehearsalStatuses)[number]

/** What happens to a request, besides the comments on it. */
export const mergeEventKinds = [
  'opened',
  'changed',
  'review_requested',
  'commented',
  'approved',
  'closed',
  'reopened',
  'rehearsed',
  'merged',
  'failed',
  'branch_reset',
] as const
export type MergeEventKind = (typeof mergeEventKinds)[number]

export const rowDecisions = ['branch', 'target', 'renumber'] as const

export const CHANGED_SINCE_APPROVAL =
  'The branch has changed since the approval. An owner or administrator must approve the merge request again'

export const MOVED_SINCE_REHEARSAL = 'The changes are no longer those that were rehearsed. Rehearse again.'

/** Why a merge has to wait: the sentence that a disabled button says, and with which the call is refused. */
export function mergeObstacle({
  status,
  undecided,
  outdated,
  rehearsal,
  hasMoved,
  isApproved,
  wasApproved,
  mayApprove,
  isEmpty,
}: {
  status: MergeStatus
  /** Conflicts of rows that nobody has decided. */
  undecided: number
  /** Of those, the ones that were decided before either side changed the row again. */
  outdated: number
  /** The rehearsal of what would be merged now; undefined when only something else was rehearsed. */
  rehearsal: RehearsalStatus | undefined
  /** Whether the schema of one side, or the rows that would be merged, have changed since the rehearsal. */
  hasMoved: boolean
  /** Whether what would be merged now has been approved. */
  isApproved: boolean
  /** Whether the request was approved before the branch changed. */
  wasApproved: boolean
  /** Whether the caller may merge without an approval. */
  mayApprove: boolean
  isEmpty: boolean
}): string | undefined {
  if (status === 'merging') return 'It is being merged'
  if (status !== 'open') return `The merge request is ${status}`
  if (isEmpty) return 'There is nothing to merge'
  if (outdated > 0)
    return outdated === 1
      ? 'A row has changed since its conflict was decided. Decide again.'
      : `${outdated} rows have changed since their conflicts were decided. Decide again.`
  if (undecided > 0)
    return undecided === 1 ? 'Decide the conflict first' : `Decide the ${undecided} conflicts first`
  if (rehearsal === 'running') return 'The rehearsal is running'
  if (hasMoved) return MOVED_SINCE_REHEARSAL
  if (rehearsal === 'failed') return 'The rehearsal failed. Fix its cause and rehearse again.'
  if (rehearsal === undefined) return 'Rehearse the merge first'
  if (isApproved || mayApprove) return undefined
  return wasApproved
    ? CHANGED_SINCE_APPROVAL
    : 'An owner or administrator must approve the merge request first'
}

/** New findings of the advisors that a rehearsal lists, and as many that are gone. */
export const REHEARSED_FINDINGS_MAX = 50

/** Queries of the target that are planned before and after a merge. */
export const PLANNED_QUERIES_MAX = 10

/** A plan that costs this many times what it did is worth a warning. */
export const COSTLY_RATIO = 1.5

interface Planned {
  readonly cost: number
  readonly steps: readonly string[]
}

/** What a merge does to the plan of a query. */
export function planChange(
  before: Planned,
  after: Planned | null,
): 'fails' | 'slower' | 'faster' | 'different' | 'same' {
  if (after === null) return 'fails'
  if (after.cost > before.cost * COSTLY_RATIO) return 'slower'
  if (before.cost > after.cost * COSTLY_RATIO) return 'faster'
  return before.steps.join('\n') === after.steps.join('\n') ? 'same' : 'different'
}

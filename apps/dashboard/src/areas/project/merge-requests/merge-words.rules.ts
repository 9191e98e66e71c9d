import type { LintLevel } from '@basalt/contract/advisors/advisors.rules.ts'
import {
  type MergeEventKind,
  type MergeStatus,
  planChange,
} from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergedRow,
  MergedStatement,
  MergedTableChanges,
  MergeSchemaConflict,
  RehearsedAdvisors,
  RehearsedPlan,
  RehearsedPolicies,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import type { MatrixOutcome } from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import type { Tone } from '../../../ui/text/tone.ts'

export const statusWords: Readonly<Record<MergeStatus, { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'brand' },
  merging: { label: 'Merging', tone: 'warning' },
  merged: { label: 'Merged', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
}

export const eventWords: Readonly<Record<MergeEventKind, string>> = {
  opened: 'opened the merge request',
  changed: 'changed what is merged',
  review_requested: 'requested a review',
  commented: 'commented',
  approved: 'approved',
  closed: 'closed the merge request',
  reopened: 'reopened the merge request',
  rehearsed: 'Rehearsal',
  merged: 'merged',
  failed: 'tried to merge',
  branch_reset: 'The branch was reset',
}

const LOCKS: Readonly<Record<MergedStatement['lock'], string | undefined>> = {
  none: undefined,
  shareUpdateExclusive: undefined,
  share: 'Blocks writes',
  shareRowExclusive: 'Blocks writes',
  accessExclusive: 'Blocks reads and writes',
}

/** What is worth knowing before a statement runs. */
export const warningsOf = ({
  is_destructive,
  rewrites,
  lock,
}: Omit<MergedStatement, 'sql'>): { label: string; tone: Tone }[] => {
  const blocks = LOCKS[lock]
  return [
    ...(is_destructive ? [{ label: 'Loses data or objects', tone: 'critical' as const }] : []),
    ...(rewrites ? [{ label: 'May rewrite the table', tone: 'warning' as const }] : []),
    ...(blocks === undefined ? [] : [{ label: blocks, tone: 'neutral' as const }]),
  ]
}

/** What locks such as `plans: ShareLock` mean for others; nothing for those that block neither reads nor writes of rows. */
export const lockTexts = (locks: readonly string[]): string[] =>
  locks.flatMap((lock) => {
    const [, table, mode] = /^(.*): (\w+)$/.exec(lock) ?? []
    if (mode === 'AccessExclusiveLock') return [`reads and writes of ${table}`]
    return mode !== undefined && /^(?:Share|ShareRowExclusive|Exclusive)Lock$/.test(mode)
      ? [`writes of ${table}`]
      : []
  })

/** What a rehearsal has written, and how the size of the database changes. */
export function rehearsalSummary(
  rows: { readonly put: number; readonly removed: number } | null,
  grownBytes: number | null,
): string {
  const hasRows = rows !== null && rows.put + rows.removed > 0
  const parts = [
    hasRows
      ? `${rows.put.toLocaleString('en')} rows written, ${rows.removed.toLocaleString('en')} deleted`
      : 'Only the schema changes',
    ...(grownBytes !== null && grownBytes > 0 ? [`the database grows by ${formatBytes(grownBytes)}`] : []),
    ...(grownBytes !== null && grownBytes < 0 ? [`the database shrinks by ${formatBytes(-grownBytes)}`] : []),
  ]
  return `${parts.join('; ')}.`
}

const PROBLEMS: Readonly<Record<NonNullable<MergedTableChanges['problem']>, string>> = {
  no_key: 'No primary key, so its rows cannot be told apart',
  unlogged: 'Unlogged: the branch began without its rows',
  no_base: 'Too many rows when the branch was made',
  key_changed: 'Its primary key has changed since',
  dropped_by_target: 'The target has dropped it',
  too_many: 'Too many changed rows',
}

export const problemText = (problem: NonNullable<MergedTableChanges['problem']>) => PROBLEMS[problem]

/** Such as `2 inserted, 1 deleted`. */
export function countsText({
  inserted,
  updated,
  deleted,
}: Pick<MergedTableChanges, 'inserted' | 'updated' | 'deleted'>): string {
  const parts = [
    [inserted, 'inserted'],
    [updated, 'updated'],
    [deleted, 'deleted'],
  ] as const
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count.toLocaleString('en')} ${word}`)
      .join(', ') || 'No changed rows'
  )
}

const CONFLICTS: Readonly<Record<NonNullable<MergedRow['conflict']>, string>> = {
  both_inserted: 'Both sides inserted this key',
  both_updated: 'Both sides updated this row',
  deleted_by_target: 'Updated on the branch, deleted on the target',
  updated_by_target: 'Deleted on the branch, updated on the target',
}

export const conflictText = (conflict: NonNullable<MergedRow['conflict']>) => CONFLICTS[conflict]

/** What a decision does, named after the two sides. */
export function decisionLabel(
  decision: NonNullable<MergedRow['decision']>,
  { kind }: Pick<MergedRow, 'kind'>,
  { branch, target }: { branch: string; target: string },
): string {
  if (decision === 'renumber') return 'Keep both, with a new key'
  if (decision === 'target') return `Keep what ${target} has`
  return kind === 'delete' ? 'Delete it' : `Take the row of ${branch}`
}

/** Columns in which the sides differ; all of them for a row that only one side has. */
export function changedColumns(
  { branch, target }: Pick<MergedRow, 'branch' | 'target'>,
  columns: readonly string[],
): string[] {
  if (!branch || !target) return [...columns]
  return columns.filter((column) => (branch[column] ?? null) !== (target[column] ?? null))
}

export const schemaConflictText = ({ kind, other }: Pick<MergeSchemaConflict, 'kind' | 'other'>): string =>
  kind === 'both_changed'
    ? 'Both sides changed it.'
    : kind === 'needed_by_target'
      ? `Kept: ${other ?? 'something'} of the target needs it.`
      : `Left out: it needs ${other ?? 'something'}, which the target has dropped.`

const OUTCOMES: Readonly<Record<MatrixOutcome, string>> = {
  all: 'all rows',
  some: 'some rows',
  none: 'no rows',
  refused: 'refused',
  unknown: 'not known',
}

const ACTIONS = { select: 'reads', insert: 'inserts', update: 'updates', delete: 'deletes' } as const

/** What a policy does that nobody expects: `anon reads no rows of public.notes instead of all rows`. */
export function unexpectedText({
  actor,
  action,
  schema,
  table,
  expected,
  outcome,
  message,
}: RehearsedPolicies['unexpected'][number]): string {
  const found =
    outcome === 'refused' || outcome === 'unknown'
      ? `${actor} ${ACTIONS[action]} rows of ${schema}.${table}: ${OUTCOMES[outcome]}`
      : `${actor} ${ACTIONS[action]} ${OUTCOMES[outcome]} of ${schema}.${table}`
  return `${found} instead of ${OUTCOMES[expected]}${outcome === 'unknown' && message !== null ? `. ${message}` : ''}`
}

/** Undefined when every expectation of a policy holds. */
export const brokenText = (policies: RehearsedPolicies | null | undefined): string | undefined => {
  const count = policies?.unexpected.length ?? 0
  if (count === 0) return undefined
  return count === 1
    ? 'One policy no longer works as expected'
    : `${count} expectations of policies no longer hold`
}

export const findingBadges: Record<LintLevel, { label: string; tone: 'critical' | 'warning' | 'neutral' }> = {
  ERROR: { label: 'Error', tone: 'critical' },
  WARN: { label: 'Warning', tone: 'warning' },
  INFO: { label: 'Info', tone: 'neutral' },
}

/** How the findings of the advisors change by a merge. */
export function advisorsText({ added, removed }: Pick<RehearsedAdvisors, 'added' | 'removed'>): string {
  const gone =
    removed.length === 0
      ? undefined
      : removed.length === 1
        ? 'one finding is gone'
        : `${removed.length} findings are gone`
  const found =
    added.length === 0
      ? undefined
      : added.length === 1
        ? 'The advisors have one new finding'
        : `The advisors have ${added.length} new findings`
  if (found === undefined) return gone === undefined ? '' : `${gone[0]!.toUpperCase()}${gone.slice(1)}`
  return gone === undefined ? found : `${found}, and ${gone}`
}

/** What a merge does to a query; undefined when it is not worth a word. */
export function planWords({
  before,
  after,
  error,
}: Pick<RehearsedPlan, 'before' | 'after' | 'error'>):
  | { label: string; tone: Tone; detail?: string }
  | undefined {
  const change = planChange(before, after)
  if (change === 'same') return undefined
  if (after === null) return { ...PLAN_LABELS.fails, ...(error !== null && { detail: error }) }
  const [was, is] = [before, after].map(({ steps }) => steps.join(' › '))
  return { ...PLAN_LABELS[change], ...(was !== is && { detail: `${was} became ${is}` }) }
}

const PLAN_LABELS = {
  fails: { label: 'Fails', tone: 'critical' },
  slower: { label: 'Costs more', tone: 'warning' },
  faster: { label: 'Costs less', tone: 'success' },
  different: { label: 'Different plan', tone: 'neutral' },
} as const

import type {
  MergeChanges,
  MergeRehearsal,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'

/** A rehearsal that passed. */
export const aRehearsal = (over: Partial<MergeRehearsal> = {}): MergeRehearsal => ({
  status: 'passed',
  revision: 1,
  started_at: '2026-01-01T00:00:00.000Z',
  ended_at: '2026-01-01T00:00:05.000Z',
  error: null,
  statements: [],
  rows: { put: 1, removed: 0 },
  grown_bytes: 0,
  policies: null,
  advisors: null,
  plans: [],
  ...over,
})

/** An open request of the branch `f…` into `t…`, which was rehearsed. */
export const aMergeRequest = (over: Partial<MergeRequestDetails> = {}): MergeRequestDetails => ({
  id: '0f3f9c52-7d0c-4b43-8a3c-5a8f0b6a7c11',
  branch_ref: 'f'.repeat(20),
  branch_name: 'feature',
  target_ref: 't'.repeat(20),
  target_name: 'main',
  title: 'Merge feature',
  description: '',
  status: 'open',
  tables: [],
  includes_files: false,
  sql: null,
  revision: 1,
  rehearsal: aRehearsal(),
  is_approved: false,
  failure: null,
  created_by: 'ada@example.com',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  merged_at: null,
  reviewers: [],
  events: [],
  ...over,
})

/** What that request would change. */
export const mergeChanges = (over: Partial<MergeChanges> = {}): MergeChanges => ({
  statements: [],
  conflicts: [],
  not_compared: [],
  rows_refusal: null,
  tables: [],
  files: [],
  more_files: 0,
  has_moved: false,
  content: 'digest',
  is_approved: false,
  obstacle: null,
  ...over,
})

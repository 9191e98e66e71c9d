import type { Branch } from '@basalt/contract/branches/branches.schema.ts'

/** A preview branch of the project `t…`. */
export const aBranch = (over: Partial<Branch> = {}): Branch => ({
  id: '7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
  name: 'feature',
  project_ref: 'f'.repeat(20),
  parent_project_ref: 't'.repeat(20),
  is_default: false,
  persistent: false,
  git_branch: null,
  with_data: true,
  source_project_ref: 't'.repeat(20),
  status: 'ACTIVE_HEALTHY',
  failure: null,
  asleep_since: null,
  copied_at: '2026-01-01T00:00:00.000Z',
  past_moment: null,
  expires_after_days: 7,
  expires_at: null,
  sends_requests: false,
  review_requested_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...over,
})

import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { statusDisplay } from '../projects/state/status-display.rules.ts'
import { branchBadge } from './branches.rules.ts'

/** The status of a branch as its list shows it: a branch is not called a project there. */
export function branchStatus(branch: Pick<Branch, 'status' | 'asleep_since'>) {
  const { label, ...look } = statusDisplay(branch)
  const own = label.replace(/^Project (?:is )?/, '')
  return { ...look, label: `${own.slice(0, 1).toUpperCase()}${own.slice(1)}` }
}

/** The kind of a branch, its status unless it is healthy, and its age: `Preview · Sleeping · 2 hours ago`. */
export function branchLine(
  branch: Pick<Branch, 'is_default' | 'persistent' | 'status' | 'asleep_since' | 'created_at'>,
): string {
  const isHealthy = branch.status === 'ACTIVE_HEALTHY' && branch.asleep_since === null
  return [
    branchBadge(branch).label,
    ...(isHealthy ? [] : [branchStatus(branch).label]),
    ...(branch.is_default ? [] : [relativeTime(new Date(branch.created_at))]),
  ].join(' · ')
}

import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'

/** The name of the project that a branch is, which notifications use. Project names have no dots. */
export function branchProjectName(parent: string, branch: string): string {
  const own = ` (${branch.slice(0, BRANCH_NAME_MAX).replaceAll('.', '-')})`
  const shortened = own.length > PROJECT_NAME_MAX / 2 ? `${own.slice(0, PROJECT_NAME_MAX / 2 - 2)}…)` : own
  return `${parent.slice(0, PROJECT_NAME_MAX - shortened.length)}${shortened}`
}

/** How long a branch waits for its source to finish what it is doing, such as a restart. */
export const SOURCE_TIMEOUT_MS = 2 * 60_000

export const SOURCE_POLL_MS = 100

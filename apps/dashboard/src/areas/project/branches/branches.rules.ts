import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

type Kind = Pick<Branch, 'is_default' | 'persistent'>

/** The label and colour of a branch's kind. */
export function branchBadge({ is_default, persistent }: Kind): { label: string; tone: Tone } {
  if (is_default) return { label: 'Production', tone: 'warning' }
  return { label: persistent ? 'Persistent' : 'Preview', tone: 'success' }
}

/** The default branch first, then the newest. */
export const branchesInOrder = <B extends Pick<Branch, 'is_default' | 'created_at'>>(
  branches: readonly B[],
): B[] =>
  branches.toSorted(
    (a, b) => Number(b.is_default) - Number(a.is_default) || b.created_at.localeCompare(a.created_at),
  )

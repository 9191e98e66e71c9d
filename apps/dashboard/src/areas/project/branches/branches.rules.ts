import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

type Kind = Pick<Branch, 'is_default' | 'persistent'>

/** The label and colour of a branch's kind. */
export function branchBadge({ is_default, persistent }: Kind): { label: string; tone: Tone } {
  if (is_default) return { label: 'Production', tone: 'warning' }
  return { label: persistent ? 'Persistent' : 'Preview', tone: 'success' }
}

/** Classes in the colours that tell branches apart, which Tailwind finds here. */
const COLOURS = [
  { edge: 'border-branch-1', dot: 'bg-branch-1' },
  { edge: 'border-branch-2', dot: 'bg-branch-2' },
  { edge: 'border-branch-3', dot: 'bg-branch-3' },
  { edge: 'border-branch-4', dot: 'bg-branch-4' },
  { edge: 'border-branch-5', dot: 'bg-branch-5' },
  { edge: 'border-branch-6', dot: 'bg-branch-6' },
] as const

/** Amber for production. Any other branch keeps its colour for as long as it is there; two of many may have the same. */
export function branchColour({ is_default, id }: Pick<Branch, 'is_default' | 'id'>): {
  edge: string
  dot: string
} {
  if (is_default) return { edge: 'border-warning', dot: 'bg-warning' }
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return COLOURS[sum % COLOURS.length]!
}

/** The default branch first, then the newest. */
export const branchesInOrder = <B extends Pick<Branch, 'is_default' | 'created_at'>>(
  branches: readonly B[],
): B[] =>
  branches.toSorted(
    (a, b) => Number(b.is_default) - Number(a.is_default) || b.created_at.localeCompare(a.created_at),
  )

import { REHEARSED_FINDINGS_MAX } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  RehearsedAdvisors,
  RehearsedFinding,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import type { CopyFinding } from '../advisors/advisors.port.ts'

/** What the rules found, or why they could not be run. */
export type FoundOnCopy = readonly CopyFinding[] | { readonly error: string }

/** What the rules find after a merge and did not before, and the other way around. */
export function compareFindings(before: FoundOnCopy, after: FoundOnCopy): RehearsedAdvisors {
  if ('error' in before) return { added: [], removed: [], error: before.error }
  if ('error' in after) return { added: [], removed: [], error: after.error }
  return { added: missingIn(before, after), removed: missingIn(after, before), error: null }
}

function missingIn(others: readonly CopyFinding[], findings: readonly CopyFinding[]): RehearsedFinding[] {
  const known = new Set(others.map(({ cache_key }) => cache_key))
  return findings
    .filter(({ cache_key }) => !known.has(cache_key))
    .slice(0, REHEARSED_FINDINGS_MAX)
    .map(({ kind, level, title, detail }) => ({ kind, level, title, detail }))
}

import type { ImportFollowing } from '@basalt/contract/database-import/database-import.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'

/** How many tables are in each state, such as `3 copying, 1 streaming`. */
export function stateCounts(labels: readonly string[]): string {
  if (labels.length === 0) return 'None'
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts]
    .map(([label, count]) => `${count.toLocaleString('en')} ${label.toLowerCase()}`)
    .join(', ')
}

/** How far behind the source a project is, in bytes of WAL and in seconds. */
export function lagText({ lag_bytes, lag_seconds }: Pick<ImportFollowing, 'lag_bytes' | 'lag_seconds'>) {
  if (lag_bytes === null) return 'Unknown'
  if (lag_bytes === 0) return 'Nothing'
  const seconds = Math.round((lag_seconds ?? 0) * 10) / 10
  return `${formatBytes(lag_bytes)} of WAL${seconds > 0 ? `, ${seconds.toLocaleString('en')} s` : ''}`
}

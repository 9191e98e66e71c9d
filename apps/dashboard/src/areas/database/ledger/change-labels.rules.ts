import {
  type ChangeOrigin,
  type ChangeOutcome,
  missingPartReasons,
} from '@basalt/contract/ledger/ledger.rules.ts'
import type { Change } from '@basalt/contract/ledger/ledger.schema.ts'
import { formatDuration } from '../../../lib/duration.ts'
import type { Tone } from '../../../ui/text/tone.ts'

export const originLabels: Readonly<Record<ChangeOrigin, string>> = {
  table_editor: 'Table editor',
  database_pages: 'Database pages',
  sql_editor: 'SQL editor',
  agent: 'Agent',
  api: 'API',
  import: 'Import',
  migration: 'Migration',
  merge: 'Merge of a branch',
  time_machine: 'Time machine',
}

export const kindLabels = { schema: 'Schema', data: 'Data' } as const

export const outcomeLabels: Readonly<Record<ChangeOutcome, { label: string; tone: Tone }>> = {
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'critical' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
}

const SECOND = 1000
const TITLE_LENGTH = 200
const SHORT_TITLE_LENGTH = 60

/** The beginning of the SQL on one line. */
export const changeTitle = ({ sql }: Pick<Change, 'sql'>) =>
  sql.slice(0, TITLE_LENGTH).replace(/\s+/g, ' ').trim()

/** Enough of it to recognize the change in a sentence. */
export const shortTitle = (change: Pick<Change, 'sql'>) => {
  const title = changeTitle(change).replace(/;$/, '')
  return title.length > SHORT_TITLE_LENGTH
    ? `${title.slice(0, SHORT_TITLE_LENGTH).toWellFormed().trimEnd()}…`
    : title
}

export const durationText = (ms: number | null) =>
  ms === null ? undefined : ms < SECOND ? `${Math.round(ms)} ms` : formatDuration(ms)

/** Why a change cannot become part of a migration, or undefined when it can. */
export function reasonAgainstMigration({
  outcome,
  missing,
}: Pick<Change, 'outcome' | 'missing'>): string | undefined {
  if (outcome === 'failed') return 'This change failed, so nothing was changed.'
  if (outcome === 'cancelled') return 'This change was cancelled.'
  return missing === null ? undefined : missingPartReasons[missing]
}

import type {
  CopyRehearsal,
  CopyReport,
  RehearsalRoom,
  StatementReport,
} from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatDuration } from '../../../lib/duration.ts'

export const hasEnded = ({ phase }: Pick<CopyRehearsal, 'phase'>) =>
  phase === 'done' || phase === 'failed' || phase === 'cancelled'

/** What a copy takes of the disk. */
export const roomText = ({ needed_bytes, free_bytes, shares_blocks, fits }: RehearsalRoom): string =>
  `${shares_blocks ? 'It shares its space with the database' : 'It needs'} ${
    shares_blocks ? `and needs ${formatBytes(needed_bytes)}` : formatBytes(needed_bytes)
  }; ${formatBytes(free_bytes)} of the disk ${fits ? 'are free.' : 'are free, which is too little.'}`

export interface Progress {
  label: string
  /** From 0 to 100; null when unknown. */
  value: number | null
  valueText?: string
}

/** The progress bar of work on a copy of a database; `working` is that of the work itself. */
export function copyProgress(
  { phase, copied_bytes, total_bytes }: Pick<CopyRehearsal, 'phase' | 'copied_bytes' | 'total_bytes'>,
  working: Progress,
): Progress {
  if (phase === 'copying' && total_bytes > 0)
    return {
      label: 'Copying the database',
      value: Math.min(100, (copied_bytes / total_bytes) * 100),
      valueText: `${formatBytes(copied_bytes)} of ${formatBytes(total_bytes)}`,
    }
  if (phase === 'copying') return { label: 'Copying the database', value: null }
  if (phase === 'starting') return { label: 'Starting the copy', value: null }
  return phase === 'running' ? working : { label: WAITING, value: null }
}

/** One copy is made at a time. */
export const WAITING = 'Waiting for other copies'

/** The progress bar of a rehearsal that runs. */
export const progressOf = (rehearsal: Omit<CopyRehearsal, 'report' | 'error'>): Progress =>
  copyProgress(rehearsal, {
    label: 'Running the statements',
    value: null,
    valueText: `${Math.min(rehearsal.ran + 1, rehearsal.statements)} of ${rehearsal.statements}`,
  })

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A measured time, with tenths of the seconds that matter for locks. */
export const durationOf = (ms: number): string =>
  ms < SECOND ? `${Math.round(ms)} ms` : ms < MINUTE ? `${(ms / SECOND).toFixed(1)} s` : formatDuration(ms)

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** The time and the rows of a statement, and what it wrote. */
export const factsOf = ({ duration_ms, rows, wal_bytes }: StatementReport): string =>
  [
    durationOf(duration_ms),
    ...(rows === null ? [] : [counted(rows, 'row')]),
    ...(wal_bytes > 0 ? [`${formatBytes(wal_bytes)} of write-ahead log`] : []),
  ].join(' · ')

/** A table, and what a statement does to it or to those who use it. */
export interface Effect {
  table: string
  text: string
}

export const effectsOf = ({ locks, tables }: StatementReport): Effect[] => [
  ...locks.map(({ schema, name, mode, held_ms }) => ({
    table: `${schema}.${name}`,
    text: `can be ${mode === 'AccessExclusiveLock' ? 'neither read nor written' : 'read but not written'} for ${durationOf(held_ms)} (${mode})`,
  })),
  ...tables.map((table) => ({ table: `${table.schema}.${table.name}`, text: changeText(table) })),
]

function changeText({
  is_rewritten,
  rows_estimated,
  bytes_before,
  bytes_after,
}: StatementReport['tables'][number]): string {
  if (bytes_before === null) return `is created, with ${formatBytes(bytes_after ?? 0)}`
  if (bytes_after === null) return `is dropped, with ${formatBytes(bytes_before)}`
  const sizes = `from ${formatBytes(bytes_before)} to ${formatBytes(bytes_after)}`
  if (!is_rewritten) return `${bytes_after > bytes_before ? 'grows' : 'shrinks'} ${sizes}`
  const rows = rows_estimated === null ? '' : `, about ${counted(rows_estimated, 'row')}`
  return `is rewritten${rows}: ${sizes}`
}

/** The result in one sentence, and whether it is good. */
export function summaryOf({ statements, failure, duration_ms }: CopyReport): {
  tone: 'success' | 'warning' | 'critical'
  title: string
} {
  if (failure)
    return {
      tone: 'critical',
      title:
        failure.sql === 'commit' && failure.statement === statements.length
          ? `The transaction fails at its end: ${failure.message}`
          : `Statement ${failure.statement + 1} fails: ${failure.message}`,
    }
  const isRewriting = statements.some(({ tables }) => tables.some((table) => table.is_rewritten))
  return {
    tone: isRewriting ? 'warning' : 'success',
    title: `${counted(statements.length, 'statement')} took ${durationOf(duration_ms)} on a copy`,
  }
}

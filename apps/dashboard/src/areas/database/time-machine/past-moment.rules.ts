import { isInTransition } from '@basalt/contract/projects/status.rules.ts'
import type { PastTableState, RowFate } from '@basalt/contract/time-machine/time-machine.rules.ts'
import type {
  DifferingRow,
  PastMoment,
  TableDifference,
} from '@basalt/contract/time-machine/time-machine.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

export const isChanging = ({ status }: Pick<PastMoment, 'status'>) => isInTransition(status)

/** How far an opened moment is. */
export function pastMomentStatus({ status }: Pick<PastMoment, 'status'>): {
  tone: Tone
  busy: boolean
  label: string
} {
  if (status === 'ACTIVE_HEALTHY') return { tone: 'success', busy: false, label: 'Open' }
  if (status === 'COMING_UP') return { tone: 'brand', busy: true, label: 'Opening' }
  if (status === 'GOING_DOWN') return { tone: 'neutral', busy: true, label: 'Closing' }
  return { tone: 'critical', busy: false, label: 'Not open' }
}

/** Why a table cannot be compared. */
export const tableStateText: Readonly<Record<Exclude<PastTableState, 'comparable'>, string>> = {
  dropped: 'Dropped since',
  no_key: 'Not comparable: no primary key',
  unlogged: 'Not in backups: unlogged',
  key_changed: 'Not comparable: another primary key since',
}

export const fateLabels: Readonly<Record<RowFate, { label: string; tone: Tone; action: string }>> = {
  deleted: { label: 'Deleted since', tone: 'critical', action: 'Bring back all deleted' },
  changed: { label: 'Changed since', tone: 'brand', action: 'Set back all changed' },
  added: { label: 'Added since', tone: 'success', action: 'Remove all added' },
}

/** The columns whose values are displayed: those that differ, or all of a row that one side lacks. */
export const shownColumns = (
  { changed, fate }: Pick<DifferingRow, 'changed' | 'fate'>,
  columns: readonly string[],
) => (fate === 'changed' ? changed : columns)

/** Such as `plan 1, code a`. */
export const rowName = (key: readonly string[], { key: values }: Pick<DifferingRow, 'key'>) =>
  key.map((column, place) => `${column} ${(JSON.parse(values) as string[])[place]}`).join(', ')

/** How many rows differ in which way. */
export function differenceText({ counts }: Pick<TableDifference, 'counts'>): string {
  const parts = (['deleted', 'changed', 'added'] as const)
    .filter((fate) => counts[fate] > 0)
    .map((fate) => `${counts[fate].toLocaleString('en')} ${fate}`)
  return parts.length === 0 ? 'Nothing has changed since.' : `Since then: ${parts.join(', ')}.`
}

/** What bringing rows back does to the present, as a question answers it. */
export function consequence(rows: Readonly<Record<RowFate, number>>): string {
  const parts = [
    rows.deleted > 0 && `${plural(rows.deleted)} inserted`,
    rows.changed > 0 && `${plural(rows.changed)} set back`,
    rows.added > 0 && `${plural(rows.added)} removed`,
  ].filter((part) => part !== false)
  return `${parts.join(', ')}. Triggers do not run; foreign keys are checked.`
}

const plural = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row is' : 'rows are'}`

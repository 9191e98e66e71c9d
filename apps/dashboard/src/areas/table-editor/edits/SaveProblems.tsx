import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { CellText } from '../rows/CellText.tsx'
import { rowName } from '../rows/row-name.rules.ts'
import { type ConflictingValue, conflictingValues, overwriting } from './conflict.rules.ts'
import type { EditsOfTable, Problem } from './use-edits.ts'

/** The changes that the last save left out, with the reason and what to do. */
export function SaveProblems({ entity, changes }: { entity: GridEntity; changes: EditsOfTable }) {
  const told = changes.problems.filter(({ result }) => result.outcome !== 'held')
  const held = changes.problems.length - told.length
  if (told.length === 0) return null
  return (
    <section
      aria-label="Changes that were not saved"
      role="alert"
      className="max-h-60 shrink-0 overflow-y-auto border-critical-line border-t bg-critical-subtle"
    >
      <ul>
        {told.map((problem) => (
          <li key={problem.key} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-3 py-2 text-xs">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-critical-ink" aria-hidden />
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere font-medium">{nameOf(entity, problem)}</p>
              <Reason entity={entity} problem={problem} />
            </div>
            <Remedies entity={entity} problem={problem} changes={changes} />
          </li>
        ))}
      </ul>
      {held > 0 && (
        <p className="px-3 pb-2 text-xs">
          {held === 1 ? '1 other change was' : `${held} other changes were`} not saved either: either all are
          accepted, or none.
        </p>
      )}
    </section>
  )
}

function nameOf({ identity }: GridEntity, { edit }: Problem) {
  if (edit.kind === 'insert') return 'New row'
  return identity.kind === 'key' ? `Row with ${rowName(identity.columns, edit.row)}` : 'A row'
}

/** What PostgreSQL says has no full stop. */
const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function Reason({ entity, problem: { edit, result } }: { entity: GridEntity; problem: Problem }) {
  if (result.outcome === 'refused')
    return (
      <p className="wrap-anywhere">
        {asSentence(result.reason)}{' '}
        {edit.kind === 'delete' ? '' : 'Change the row, or take its changes back.'}
      </p>
    )
  if (result.outcome === 'gone' || edit.kind === 'insert')
    return <p>The row was deleted by someone else, or you no longer see it. Your change cannot be saved.</p>
  if (result.outcome !== 'conflict') return null
  return (
    <>
      <p>
        Someone else changed this row after you read it.{' '}
        {edit.kind === 'delete' ? 'It was not deleted.' : 'It was not overwritten.'}
      </p>
      <SideBySide values={conflictingValues(entity.columns, edit, result.current)} />
    </>
  )
}

/** What the row had when it was read, what it has now, and what was to be saved. */
function SideBySide({ values }: { values: readonly ConflictingValue[] }) {
  if (values.length === 0) return null
  const hasYours = values.some(({ yours }) => yours !== undefined)
  return (
    <table className="mt-1 max-w-3xl table-fixed text-left" aria-label="Values that differ">
      <thead className="text-ink-muted">
        <tr>
          {['Column', 'You read', 'It is now', ...(hasYours ? ['Yours'] : [])].map((title) => (
            <th key={title} scope="col" className="pr-4 font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {values.map(({ column, was, is, yours }) => (
          <tr key={column} className="align-top">
            <th scope="row" className="wrap-anywhere pr-4 font-medium">
              {column}
            </th>
            {[was, is, ...(hasYours ? [yours] : [])].map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: their places are what they are
              <td key={place} className="wrap-anywhere pr-4 font-mono">
                {cell !== undefined && <CellText cell={cell} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Remedies({
  entity,
  problem: { key, edit, result },
  changes: { stage, isSaving },
}: {
  entity: GridEntity
  problem: Problem
  changes: EditsOfTable
}) {
  const step =
    result.outcome === 'conflict' && edit.kind !== 'insert'
      ? overwriting(entity, key, edit, result.current)
      : undefined
  const isConflict = result.outcome === 'conflict'
  return (
    <div className="flex flex-wrap gap-2">
      {step && (
        <Button size="sm" disabled={isSaving} onClick={() => stage(step)}>
          {edit.kind === 'delete' ? 'Delete anyway' : 'Use mine'}
        </Button>
      )}
      <Button size="sm" disabled={isSaving} onClick={() => stage([{ kind: 'forget', key }])}>
        {isConflict ? (edit.kind === 'delete' ? 'Keep the row' : 'Use theirs') : 'Take back'}
      </Button>
    </div>
  )
}

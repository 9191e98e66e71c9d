import { createHash } from 'node:crypto'
import type { GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import type { RowSave, RowSavesStore } from './row-saves.store.ts'

interface Deps {
  readonly saves: Pick<RowSavesStore, 'find' | 'keep'>
  readonly ownerRows: Rows
}

/** Called in the transaction, before its commit, with the results and the id of the transaction. */
export type KeepSave = (transaction: string, results: readonly GridEditResult[]) => Promise<void>

/**
 * Lets a save whose answer was lost be sent again. Its transaction id is stored before the commit, so that afterwards
 * PostgreSQL itself says whether it was committed: a save without a record, or with a transaction that was rolled back,
 * has changed nothing.
 */
export function repeatedSaves({ saves, ownerRows }: Deps) {
  const running = new Map<string, Promise<unknown>>()

  const earlierResults = async (
    { ref, id }: SaveKey,
    fingerprint: Buffer,
  ): Promise<GridEditResult[] | undefined> => {
    const earlier = await saves.find(ref, id)
    if (!earlier) return undefined
    if (!earlier.fingerprint.equals(fingerprint))
      throw new AppError('validation_failed', 'save_id: Another list of changes was saved with this id.')
    const [row] = await ownerRows<{ status: string | null }>(
      ref,
      'select pg_catalog.pg_xact_status($1::pg_catalog.xid8) as status',
      [earlier.transaction],
    )
    const status = row?.status ?? null
    if (status === 'aborted') return undefined
    if (status === 'committed') return resultsOf(earlier)
    throw new AppError(
      'conflict',
      status === 'in progress'
        ? 'The changes are still being saved. Try again in a moment.'
        : 'The save is too old to tell whether it succeeded. Compare the rows, then discard the changes.',
    )
  }

  return {
    /** Runs a save, or returns the results of the one with this id that was committed. `content` is what is saved. */
    async once(
      key: SaveKey,
      content: unknown,
      save: (keep: KeepSave) => Promise<GridEditResult[]>,
    ): Promise<GridEditResult[]> {
      const name = `${key.ref} ${key.id}`
      const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest()
      // The first attempt ends soon: its caller has gone, which cancels it.
      while (running.has(name)) await running.get(name)
      const keep: KeepSave = async (transaction, results) => {
        const rows = results.map((result) => (result.outcome === 'saved' ? (result.row ?? []) : null))
        await saves.keep({ ...key, fingerprint, transaction, rows }).catch((cause) => {
          // Otherwise it would pass for an error of the project's database.
          throw new Error('The record of a save was not stored, so that it is rolled back', { cause })
        })
      }
      const attempt = earlierResults(key, fingerprint).then((earlier) => earlier ?? save(keep))
      const settled = attempt.then(
        () => running.delete(name),
        () => running.delete(name),
      )
      running.set(name, settled)
      return attempt
    },
  }
}

/** The project, and the id that the caller chose for the save. */
export interface SaveKey {
  readonly ref: string
  readonly id: string
}

/** Values are not kept, so such a save cannot be undone. What was not saved the first time is left to the next save. */
const resultsOf = ({ rows }: RowSave): GridEditResult[] =>
  rows.map((row) =>
    row === null
      ? { outcome: 'held' }
      : {
          outcome: 'saved',
          row: row.length === 0 ? null : [...row],
          before: {},
          after: {},
          is_undoable: false,
        },
  )

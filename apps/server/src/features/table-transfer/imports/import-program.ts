import {
  BAD_LINES_MAX,
  IMPORT_LOCK_TIMEOUT_SECONDS,
  REFUSED_LINES_MAX,
} from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type {
  ImportResult,
  NewTable,
  TableImport,
} from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import {
  advanceSequences,
  canCopyDirectly,
  copyDirectly,
  createTable,
  type ImportTarget,
  importTarget,
  oidOf,
  policiesApply,
} from '@basalt/table-rows/imports/import-target.ts'
import { copyIntoStaging, createStaging, STAGED_COLUMNS_MAX } from '@basalt/table-rows/imports/staging.ts'
import { isAboutRows, TooManyRefused, writeStaged } from '@basalt/table-rows/imports/write-staged.ts'
import { readTableShape, tableShape } from '@basalt/table-rows/shape/table-shape.ts'
import { AppError, notFound } from '../../../http/app-error.ts'
import { CopyIn } from '../../../platform/copy/copy-in.ts'
import type { RunText } from '../../../platform/project-databases/sql/member-transaction.ts'
import type { ProtocolClient } from '../../../platform/project-databases/sql/protocol.ts'
import type { ChangeNotes } from '../../ledger/ledger.port.ts'

/** The database has work while the next request of the browser arrives. */
const UNSENT_BYTES_MAX = 4 * 1024 * 1024

/** Settings of the transaction. It waits for the sender for as long as that takes; locks it awaits only shortly. */
export const settingsOf = ({ date_order }: Pick<TableImport, 'date_order'>) => ({
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
  lock_timeout: `${IMPORT_LOCK_TIMEOUT_SECONDS}s`,
  datestyle: `ISO, ${date_order.toUpperCase()}`,
})

/** An import whose table, and way there, are known. */
export interface PreparedImport {
  readonly target: ImportTarget
  readonly isStaged: boolean
  readonly copy: CopyIn
  readonly isNewTable: boolean
}

/** Thrown to take everything back, with what is said about it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('Lines that do not fit')
    this.result = result
  }
}

/** Resolves when PostgreSQL waits for rows. */
export async function prepareImport(
  run: RunText,
  client: ProtocolClient,
  request: TableImport,
): Promise<PreparedImport> {
  const { into } = request
  const oid = 'oid' in into ? into.oid : await created(run, into.table)
  const shape = readTableShape(await run(tableShape(oid)))
  if (!shape) throw notFound('Table or view', String(oid))
  const target = importTarget(shape, request.columns, request.on_conflict)
  if (typeof target === 'string') throw new AppError('validation_failed', target)
  const [[applies] = []] = await run(policiesApply(oid))
  const isStaged = request.explain || request.skip_bad_lines || !canCopyDirectly(target, applies === 't')
  if (isStaged && target.columns.length > STAGED_COLUMNS_MAX)
    throw new AppError('validation_failed', `Fill at most ${STAGED_COLUMNS_MAX} columns at once.`)
  if (isStaged) await run({ text: createStaging(target), values: [] })
  const copy = new CopyIn(client, isStaged ? copyIntoStaging() : copyDirectly(target), UNSENT_BYTES_MAX)
  client.query(copy as never)
  try {
    await copy.ready
  } catch (error) {
    await copy.done.catch(() => undefined)
    throw error
  }
  return { target, isStaged, copy, isNewTable: 'table' in into }
}

/** For the ledger: the statements that make the table, and the copy whose rows only the file has. */
export function notesOf({ target }: PreparedImport, { into }: TableImport): ChangeNotes {
  const copy = copyDirectly(target)
  if ('oid' in into) return { kind: 'data', statements: [copy], missing: 'rows' }
  return {
    kind: 'schema',
    statements: [...splitStatements(creationOf(into.table)).map(({ text }) => text), `-- ${copy}`],
  }
}

const creationOf = ({ schema, name, columns, primary_key, enable_rls }: NewTable) =>
  createTable({ schema, name, columns, primaryKey: primary_key, hasRowSecurity: enable_rls })

async function created(run: RunText, table: NewTable) {
  const { schema, name } = table
  await run({ text: creationOf(table), values: [] })
  const [[oid] = []] = await run(oidOf(schema, name))
  return Number(oid)
}

/**
 * Writes what has been received. Throws Refused when there are bad lines that may not be left out; `elsewhere` counts those
 * that the sender has found.
 */
export async function writeImport(
  run: RunText,
  { target, isStaged, copy, isNewTable }: PreparedImport,
  { skip_bad_lines: skipsBadLines }: TableImport,
  elsewhere: number,
  onProgress: (rows: number) => void,
): Promise<ImportResult> {
  const rows = await copy.end()
  const result = {
    outcome: 'imported' as const,
    oid: target.shape.oid,
    inserted: rows,
    updated: 0,
    skipped: 0,
    bad_lines: [],
    bad_line_count: 0,
  }
  const refused = (found: Pick<ImportResult, 'bad_lines' | 'bad_line_count'>) =>
    new Refused({
      ...result,
      ...found,
      outcome: 'refused',
      oid: isNewTable ? null : result.oid,
      inserted: 0,
    })
  if (isStaged) {
    const limits = { badLinesMax: BAD_LINES_MAX, refusedMax: REFUSED_LINES_MAX }
    const found = await writeStaged(run, target, { ...limits, onProgress }).catch((error: unknown) => {
      if (!(error instanceof TooManyRefused)) throw error
      throw refused({ bad_lines: [...error.badLines], bad_line_count: error.badLineCount })
    })
    const bad = { bad_lines: [...found.badLines], bad_line_count: found.badLineCount }
    if (!skipsBadLines && found.badLineCount + elsewhere > 0) throw refused(bad)
    Object.assign(result, bad, {
      inserted: found.inserted,
      updated: found.updated,
      skipped: found.skipped,
    })
  } else if (elsewhere > 0) throw refused({ bad_lines: [], bad_line_count: 0 })
  await numbersFreed(run, target)
  return result
}

/** Not worth an import: a role may fill a table without a right to its sequence. */
async function numbersFreed(run: RunText, target: ImportTarget) {
  for (const statement of advanceSequences(target)) {
    await run({ text: 'savepoint numbers', values: [] })
    try {
      await run(statement)
    } catch (error) {
      if (!isAboutRows(error) && (error as { code?: string }).code !== '42501') throw error
      await run({ text: 'rollback to savepoint numbers', values: [] })
    }
  }
}

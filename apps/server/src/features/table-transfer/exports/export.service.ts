import { exportFileName } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { TableExport } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import { exportedColumns, exportStatement } from '@basalt/table-rows/exports/export-rows.ts'
import { planFilter } from '@basalt/table-rows/filters/filter-sql.ts'
import { parseFilters } from '@basalt/table-rows/filters/filter-url.ts'
import { filterCheck, readFilterCheck } from '@basalt/table-rows/filters/value-check.ts'
import { parseSorts } from '@basalt/table-rows/pages/sort.ts'
import { relationOf, rowIdentity } from '@basalt/table-rows/shape/row-identity.ts'
import { readTableShape, type TableShape, tableShape } from '@basalt/table-rows/shape/table-shape.ts'
import { EXACT_TEXT } from '@basalt/table-rows/statement.ts'
import { AppError, notFound } from '../../../http/app-error.ts'
import type { MemberCall } from '../../../http/member-call.ts'
import type {
  MemberTransaction,
  RunText,
} from '../../../platform/project-databases/sql/member-transaction.ts'
import type { ProtocolClient } from '../../../platform/project-databases/sql/protocol.ts'
import type { ChunkPool } from '../../../platform/result-files/chunk-pool.ts'
import { rowEncoder } from '../../../platform/result-files/row-encoder.ts'
import { ofPostgres } from '../transfer-errors.ts'
import { PackedRows } from './packed-rows.ts'

interface Deps {
  transaction: MemberTransaction
}

/** The signal ends the export, and its backend. */
export interface ExportCall extends MemberCall {
  readonly oid: number
  readonly chunks: ChunkPool
}

export interface ExportedFile {
  readonly name: string
  /** Ends with an error when the file is not complete. */
  readonly content: AsyncGenerator<Buffer | string>
}

export type ExportService = ReturnType<typeof exportService>

/** An export reads until its last row, however long that takes; the client ends it by leaving. */
const SETTINGS = { statement_timeout: '0' }

/**
 * Rows of tables and views as files, read in one statement and one snapshot. Throws as the grid does, until the first
 * row was read.
 */
export function exportService({ transaction }: Deps) {
  return {
    async open(call: ExportCall, request: TableExport): Promise<ExportedFile> {
      const opened = Promise.withResolvers<ExportedFile>()
      transaction(
        call.ref,
        call.member,
        { access: 'read only', signal: call.signal, settings: SETTINGS },
        async (run, client, signal) => {
          const { rows, file } = await prepare(run, client, call, request)
          const discard = () => rows.discard()
          signal.addEventListener('abort', discard, { once: true })
          client.query(rows as never)
          rows.begun.then(
            () => opened.resolve(file),
            () => undefined,
          )
          await rows.settled
          signal.removeEventListener('abort', discard)
          // What went wrong before the first row is the response.
          await rows.begun
        },
      ).catch((error: unknown) => opened.reject(ofPostgres(error)))
      return opened.promise
    },
  }
}

async function prepare(run: RunText, client: ProtocolClient, call: ExportCall, request: TableExport) {
  await run(EXACT_TEXT)
  const shape = readTableShape(await run(tableShape(call.oid)))
  if (!shape) throw notFound('Table or view', String(call.oid))
  const identity = rowIdentity(shape)
  const columns = exportedColumns(shape, request.columns, request.format === 'sql')
  mustHave(shape, columns, request)
  if (
    request.rows?.some((row) => row.length !== identity.parts.length) ||
    (request.rows && identity.kind === 'none')
  )
    throw new AppError('validation_failed', 'Send each row as its page brought it.')
  const filter = await checkedFilter(run, shape, request.filter)
  const { sorts } = parseSorts(request.sort)
  const statement = exportStatement({ shape, identity, columns, filter, sorts, rows: request.rows })
  const rows = new PackedRows(client, statement)
  const fields = columns.map(({ name, builtIn, baseType }) => ({
    name,
    type: builtIn ?? baseType,
    type_id: 0,
  }))
  const writer = resultWriter(request.format, fields, {
    table: relationOf(shape),
    isOverriding: columns.some(({ identity: kind }) => kind === 'always'),
  })
  return {
    rows,
    file: {
      name: exportFileName(shape.name, request.format),
      content: fileOf(rows, writer, rowEncoder(request.format, fields, writer), call.chunks),
    },
  }
}

function mustHave(shape: TableShape, columns: readonly { readonly name: string }[], request: TableExport) {
  const unknown = request.columns?.find((name) => !shape.columns.some((column) => column.name === name))
  if (unknown !== undefined) throw new AppError('validation_failed', `There is no column ${unknown}.`)
  if (columns.length === 0)
    throw new AppError('validation_failed', 'There is no column that you can read and export.')
}

async function* fileOf(
  rows: PackedRows,
  { begin, end, empty }: ReturnType<typeof resultWriter>,
  write: ReturnType<typeof rowEncoder>,
  chunks: ChunkPool,
): AsyncGenerator<Buffer | string> {
  try {
    let block = await rows.next()
    if (!block) {
      yield empty
      return
    }
    yield begin
    while (block) {
      const chunk = chunks.next()
      write(block.messages, chunk)
      block.release()
      yield chunk.written()
      block = await rows.next()
    }
    yield end
  } finally {
    rows.discard()
  }
}

/** Throws `validation_failed` for a filter that does not fit; unlike the grid, also for one on a column that is gone. */
async function checkedFilter(run: RunText, shape: TableShape, texts: readonly string[]) {
  const { filter, problems } = parseFilters(texts)
  const plan = planFilter(shape, filter)
  const check = filterCheck(plan)
  const found = [
    ...problems,
    ...plan.gone.map(({ column }) => ({ message: `There is no column ${column}.` })),
    ...plan.problems,
    ...(check && plan.problems.length === 0 ? readFilterCheck(plan, await run(check)) : []),
  ]
  if (found[0]) throw new AppError('validation_failed', `Filter: ${found[0].message}`)
  return plan
}

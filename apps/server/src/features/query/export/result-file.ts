import type { ExportFormat, QueryEvent, ResultField } from '@basalt/contract/query/query.schema.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import { AppError } from '../../../http/app-error.ts'
import type { PackedRows } from '../runs/run-event.ts'
import { rowBytes } from './row-bytes.ts'
import type { SentPieces } from './sent-pieces.ts'

type Event = QueryEvent | PackedRows
type FileWriter = ReturnType<typeof fileWriter>

/**
 * Every row of one statement as the text of a file, read as fast as its reader takes it. Resolves once the first row
 * or the end is there, so that a query that is refused is answered as such. Throws what the events throw, and
 * `validation_failed` for a statement without rows.
 */
export async function resultFile(
  events: AsyncIterableIterator<Event>,
  format: ExportFormat,
  pieces: SentPieces,
): Promise<AsyncGenerator<Buffer | string>> {
  let file: FileWriter | undefined
  for (;;) {
    const { done, value: event } = await events.next()
    if (done || event.type === 'end') {
      if (!file) throw new AppError('validation_failed', 'This statement brings no rows to export')
      return written(file, undefined, events)
    }
    if (event.type === 'fields') file = fileWriter(format, event.fields, pieces)
    const rows = file?.rowsOf(event)
    if (file && rows !== undefined) return written(file, rows, events)
  }
}

function fileWriter(format: ExportFormat, fields: readonly ResultField[], pieces: SentPieces) {
  const writer = resultWriter(format, fields)
  const writePacked = rowBytes(format, fields, writer)
  let count = 0
  return {
    ...writer,
    /** Undefined for what brings no rows. */
    rowsOf: (event: Event) => {
      if (event.type === 'packed-rows') {
        const piece = pieces.next()
        writePacked(event.messages, piece)
        event.giveBack()
        return piece.written()
      }
      // The lines of COPY … TO STDOUT.
      if (event.type === 'rows') return event.rows.map((values) => writer.row(values, count++)).join('')
    },
  }
}

async function* written(
  { begin, rowsOf, end, empty }: FileWriter,
  first: Buffer | string | undefined,
  events: AsyncIterableIterator<Event>,
): AsyncGenerator<Buffer | string> {
  if (first === undefined) {
    yield empty
    return
  }
  yield begin
  yield first
  for await (const event of events) {
    const rows = rowsOf(event)
    if (rows !== undefined) yield rows
  }
  yield end
}

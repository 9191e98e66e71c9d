import type { ExportFormat, QueryEvent, ResultField } from '@basalt/contract/query/query.schema.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import { AppError } from '../../../http/app-error.ts'
import type { ChunkPool } from '../../../platform/result-files/chunk-pool.ts'
import { rowEncoder } from '../../../platform/result-files/row-encoder.ts'
import type { PackedRows } from '../runs/run-event.ts'

type Event = QueryEvent | PackedRows
type FileWriter = ReturnType<typeof fileWriter>

/**
 * Streams the rows of one statement as a file, at the reader's pace. Resolves with the first row or the end, so that a
 * refused query gets an error response. Throws what the events throw, and `validation_failed` for a statement without
 * rows.
 */
export async function resultFile(
  events: AsyncIterableIterator<Event>,
  format: ExportFormat,
  chunks: ChunkPool,
): Promise<AsyncGenerator<Buffer | string>> {
  let file: FileWriter | undefined
  for (;;) {
    const { done, value: event } = await events.next()
    if (done || event.type === 'end') {
      if (!file) throw new AppError('validation_failed', 'This statement returns no rows to export')
      return fileChunks(file, undefined, events)
    }
    if (event.type === 'fields') file = fileWriter(format, event.fields, chunks)
    const rows = file?.rowsOf(event)
    if (file && rows !== undefined) return fileChunks(file, rows, events)
  }
}

function fileWriter(format: ExportFormat, fields: readonly ResultField[], chunks: ChunkPool) {
  const writer = resultWriter(format, fields)
  const writePacked = rowEncoder(format, fields, writer)
  let count = 0
  return {
    ...writer,
    /** Undefined for an event without rows. */
    rowsOf: (event: Event) => {
      if (event.type === 'packed-rows') {
        const chunk = chunks.next()
        writePacked(event.messages, chunk)
        event.release()
        return chunk.written()
      }
      // Lines of COPY … TO STDOUT.
      if (event.type === 'rows') return event.rows.map((values) => writer.row(values, count++)).join('')
    },
  }
}

async function* fileChunks(
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

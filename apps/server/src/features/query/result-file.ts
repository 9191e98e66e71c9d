import type { ExportFormat, QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { type ResultWriter, resultWriter } from '@basalt/sql/result-text.ts'
import { AppError } from '../../http/app-error.ts'

/**
 * Every row of one statement as the text of a file, read as fast as its reader takes it. Resolves once the first row
 * or the end is there, so that a query that is refused is answered as such. Throws what the events throw, and
 * `validation_failed` for a statement without rows.
 */
export async function resultFile(
  events: AsyncIterableIterator<QueryEvent>,
  format: ExportFormat,
): Promise<AsyncGenerator<string>> {
  let writer: ResultWriter | undefined
  for (;;) {
    const { done, value: event } = await events.next()
    if (done || event.type === 'end') {
      if (!writer) throw new AppError('validation_failed', 'This statement brings no rows to export')
      return written(writer, [], events)
    }
    if (event.type === 'fields') writer = resultWriter(format, event.fields)
    if (event.type === 'rows' && writer) return written(writer, event.rows, events)
  }
}

async function* written(
  { begin, row, end, empty }: ResultWriter,
  first: readonly (readonly (string | null)[])[],
  events: AsyncIterableIterator<QueryEvent>,
): AsyncGenerator<string> {
  if (first.length === 0) {
    yield empty
    return
  }
  let count = 0
  const text = (rows: typeof first) => rows.map((values) => row(values, count++)).join('')
  yield begin + text(first)
  for await (const event of events) if (event.type === 'rows') yield text(event.rows)
  yield end
}

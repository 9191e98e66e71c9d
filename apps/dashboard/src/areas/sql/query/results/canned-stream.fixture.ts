import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'

export const QUERY_ID = '6f1d3a52-93f5-4f3a-8a55-0a4f6d2f8c11'

/** The columns of a result, all of type text unless `name:type` says otherwise. */
export const fieldsOf = (...columns: string[]): QueryEvent => ({
  type: 'fields',
  fields: columns.map((column) => {
    const [name = '', type = 'text'] = column.split(':')
    return { name, type, type_id: 0, table_id: 0, column_id: 0 }
  }),
})

export const statementEnd = (
  command: string,
  rowCount: number | null = null,
  truncated = false,
): QueryEvent => ({ type: 'statement', command, rowCount, truncated, durationMs: 12 })

/** The events as the bytes that the server would send. */
export const bytesOf = (events: readonly QueryEvent[]) =>
  new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''))

/** A response whose body the test writes piece by piece. */
export function openStream() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened
    },
  })
  return {
    response: new Response(body),
    write: (...events: QueryEvent[]) => controller.enqueue(bytesOf(events)),
    writeBytes: (bytes: Uint8Array) => controller.enqueue(bytes),
    close: () => controller.close(),
    break: () => controller.error(new TypeError('network error')),
  }
}

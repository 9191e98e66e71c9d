import type {
  QueryEvent,
  QueryNotice,
  ResultField,
  StatementResult,
} from '@basalt/contract/query/query.schema.ts'
import { rowObjectWriter } from './row-objects.ts'

/** A body of JSON text, in pieces. */
export interface JsonBody {
  readonly pieces: string[]
  /** Whether any statement was truncated. */
  readonly isTruncated: boolean
}

/** The rows of the last statement as an array of objects; those of earlier statements are dropped. */
export async function lastRows(events: AsyncIterable<QueryEvent>): Promise<JsonBody> {
  let pieces: string[] = []
  let hasEnded = false
  let isTruncated = false
  let write = rowObjectWriter([])
  const startResult = () => {
    if (hasEnded) pieces = []
    hasEnded = false
  }
  for await (const event of events) {
    if (event.type === 'fields') {
      startResult()
      write = rowObjectWriter(event.fields)
    } else if (event.type === 'rows') {
      pieces.push(event.rows.map(write).join(','))
    } else if (event.type === 'statement') {
      startResult()
      hasEnded = true
      isTruncated ||= event.truncated
    }
  }
  return { pieces: enclose(pieces), isTruncated }
}

/** A StatementResult per statement. */
export async function allResults(events: AsyncIterable<QueryEvent>): Promise<JsonBody> {
  const results: string[] = []
  let fields: ResultField[] = []
  let rows: string[] = []
  let notices: QueryNotice[] = []
  let isTruncated = false
  for await (const event of events) {
    if (event.type === 'fields') fields = event.fields
    else if (event.type === 'rows') rows.push(JSON.stringify(event.rows).slice(1, -1))
    else if (event.type === 'notice') notices.push(event.notice)
    else if (event.type === 'statement') {
      const { type: _type, ...end } = event
      const head = { ...end, fields, notices } satisfies Omit<StatementResult, 'rows'>
      results.push(`${JSON.stringify(head).slice(0, -1)},"rows":[${rows.join(',')}]}`)
      isTruncated ||= event.truncated
      fields = []
      rows = []
      notices = []
    }
  }
  return { pieces: enclose(results), isTruncated }
}

const enclose = (items: string[]) => [
  '[',
  ...items.flatMap((item, index) => (index === 0 ? [item] : [',', item])),
  ']',
]

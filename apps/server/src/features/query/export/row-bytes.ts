import type { ExportFormat, ResultField } from '@basalt/contract/query/query.schema.ts'
import type { ResultWriter } from '@basalt/sql/result-text.ts'
import type { ByteText } from './byte-text.ts'
import { valueBytes } from './value-bytes.ts'

/** A message is a kind, its length, how many values there are, and each value behind its own length. */
const LENGTH_AT = 1
const VALUES_AT = 7
const LENGTH_BYTES = 4
const OF_NULL = -1

/**
 * Writes rows as they come from a database, whole messages one behind another, as `writer` writes their values. The
 * first rows it is given are the first of the result.
 */
export function rowBytes(
  format: ExportFormat,
  fields: readonly ResultField[],
  writer: ResultWriter,
): (messages: Buffer, out: ByteText) => void {
  const { betweenRows, start, leads, ofNull, end } = writer.frame
  const columns = fields.map((field, index) => ({
    lead: Buffer.from(leads[index]!),
    ofNull: Buffer.from(leads[index]! + ofNull),
    write: valueBytes(format, field, writer.values[index]!),
  }))
  const [firstStart, laterStart, rowEnd] = [start, betweenRows + start, end].map((text) => Buffer.from(text))
  let isFirst = true

  return (messages, out) => {
    for (let row = 0; row < messages.length; row += LENGTH_AT + messages.readInt32BE(row + LENGTH_AT)) {
      out.add(isFirst ? firstStart! : laterStart!)
      isFirst = false
      let at = row + VALUES_AT
      for (const { lead, ofNull, write } of columns) {
        const length = messages.readInt32BE(at)
        at += LENGTH_BYTES
        if (length === OF_NULL) out.add(ofNull)
        else {
          out.add(lead)
          write(messages, at, at + length, out)
          at += length
        }
      }
      out.add(rowEnd!)
    }
  }
}

import type { FileFormat } from '@basalt/sql/result-formats.ts'
import type { ResultWriter } from '@basalt/sql/result-text.ts'
import type { GrowableBuffer } from './growable-buffer.ts'
import { type FileColumn, valueEncoder } from './value-encoder.ts'

/** A DataRow message: kind, length, number of values, then each value preceded by its own length. */
const LENGTH_AT = 1
const VALUES_AT = 7
const LENGTH_BYTES = 4
const NULL_LENGTH = -1

/**
 * Returns a function that writes consecutive DataRow messages exactly as `writer` would write their values. The first
 * call starts the result.
 */
export function rowEncoder(
  format: FileFormat,
  fields: readonly FileColumn[],
  writer: ResultWriter,
): (messages: Buffer, out: GrowableBuffer) => void {
  const { betweenRows, start, leads, ofNull: nullText, end } = writer.frame
  const columns = fields.map((field, index) => ({
    lead: Buffer.from(leads[index]!),
    ofNull: Buffer.from(leads[index]! + nullText),
    write: valueEncoder(format, field, writer.values[index]!),
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
        if (length === NULL_LENGTH) out.add(ofNull)
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

import { TextDecoder } from 'node:util'
import { DUMP_STATEMENT_BYTES_MAX } from '@basalt/contract/database-import/database-import.rules.ts'
import { DUMP_BEGIN, DUMP_END } from '@basalt/contract/dump/dump.rules.ts'
import { AppError } from '../../../http/app-error.ts'
import { withoutHeader } from '../statement-header.ts'
import { type LineStatement, StatementLines } from './statement-lines.ts'

/** A part of a dump, in order. Between `copy` and `end_of_rows` come the rows of one table, as bytes of COPY. */
export type DumpPiece =
  | ({ readonly kind: 'statement' } & LineStatement)
  | ({ readonly kind: 'copy' } & LineStatement)
  | { readonly kind: 'rows'; readonly bytes: Buffer }
  | { readonly kind: 'end_of_rows' }

const LINE_FEED = 0x0a
const COPY_FROM_STDIN = /^copy\b[\s\S]*\bfrom\s+stdin\b/i
const END_OF_ROWS = /^\\\.\r?\n$/
/** pg_dump 18 guards a restore by psql with these. */
const HARMLESS_COMMAND = /^\\(?:un)?restrict\s/
/** The first and last lines of pg_dump's file. */
const BEGINNING = /^-- PostgreSQL database dump\s*$/
const ENDING = /^-- PostgreSQL database dump complete\s*$/

const isLine = (text: string, line: string) => text.trimEnd() === line

/**
 * Reads a dump in plain SQL as it arrives, with at most one statement or one chunk of rows in memory. Throws AppError
 * that names the line for what psql alone understands and for a file that is cut off.
 */
export async function* dumpPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<DumpPiece> {
  const statements = new StatementLines()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let rest: Buffer = Buffer.alloc(0)
  let line = 0
  let isInRows = false
  let isComplete = true
  let isOwn = false

  for await (const chunk of withFinalLineBreak(chunks)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    while (at < bytes.length) {
      if (isInRows) {
        const found = rowsIn(bytes, at)
        if (found.end > at) yield { kind: 'rows', bytes: bytes.subarray(at, found.end) }
        line += found.lines
        at = found.end
        if (!found.isOver) break
        at = bytes.indexOf(LINE_FEED, at) + 1
        line += 1
        isInRows = false
        yield { kind: 'end_of_rows' }
        continue
      }
      const lineEnd = bytes.indexOf(LINE_FEED, at) + 1
      if (lineEnd === 0) break
      line += 1
      const text = decoded(decoder, bytes.subarray(at, lineEnd), line)
      at = lineEnd
      if (text.startsWith('\\')) {
        for (const statement of statements.complete()) yield { kind: 'statement', ...statement }
        if (statements.isAtStart()) {
          refuseCommand(text, line)
          statements.add('\n', line)
          continue
        }
      }
      // A dump of Basalt has pg_dump's lines around each of two parts.
      if (isLine(text, DUMP_BEGIN)) isOwn = true
      if (isOwn ? isLine(text, DUMP_BEGIN) : BEGINNING.test(text)) isComplete = false
      if (isOwn ? isLine(text, DUMP_END) : ENDING.test(text)) isComplete = true
      for (const statement of statements.add(text, line)) {
        isInRows = COPY_FROM_STDIN.test(withoutHeader(statement.text))
        yield { kind: isInRows ? 'copy' : 'statement', ...statement }
      }
    }
    rest = Buffer.from(bytes.subarray(at))
    if (rest.length + statements.length > DUMP_STATEMENT_BYTES_MAX) throw tooLong(line + 1)
  }
  if (isInRows) throw cutOff(line)
  for (const statement of statements.end()) yield { kind: 'statement', ...statement }
  if (!isComplete) throw cutOff(line)
}

/** The whole lines of rows from a position, and whether the line that ends them follows. */
function rowsIn(bytes: Buffer, from: number) {
  let lines = 0
  for (let at = from; ; ) {
    const end = bytes.indexOf(LINE_FEED, at) + 1
    if (end === 0) return { end: at, lines, isOver: false }
    if (end - at <= 4 && END_OF_ROWS.test(bytes.toString('latin1', at, end)))
      return { end: at, lines, isOver: true }
    lines += 1
    at = end
  }
}

async function* withFinalLineBreak(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last: number | undefined
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    last = chunk.at(-1)
    yield chunk
  }
  if (last !== undefined && last !== LINE_FEED) yield Buffer.from('\n')
}

function decoded(decoder: TextDecoder, bytes: Buffer, line: number): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new AppError(
      'validation_failed',
      `Line ${line} is not UTF-8. Dump the database again with pg_dump --encoding=UTF8.`,
      { cause },
    )
  }
}

function refuseCommand(text: string, line: number) {
  if (HARMLESS_COMMAND.test(text)) return
  const command = /^\\\S*/.exec(text)![0]
  throw new AppError(
    'validation_failed',
    /^\\c(?:onnect)?$/.test(command)
      ? `Line ${line} connects to another database. Dump a single one with pg_dump, not all with pg_dumpall.`
      : `Line ${line} has ${command}, a command of psql. Only SQL and rows can be imported.`,
  )
}

const tooLong = (line: number) =>
  new AppError(
    'validation_failed',
    `The statement or row at line ${line} is longer than ${DUMP_STATEMENT_BYTES_MAX / 1024 / 1024} MB.`,
  )

const cutOff = (line: number) =>
  new AppError(
    'validation_failed',
    `The file is cut off after line ${line}: the end of the dump is missing. Copy or dump it again.`,
  )

import type pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { CopyIn } from '../../../platform/copy/copy-in.ts'
import type { ProtocolClient } from '../../../platform/project-databases/sql/protocol.ts'
import { Refusals, withoutHeader } from '../refusals.ts'
import type { DumpPiece } from './dump-pieces.ts'
import { dumpStatement } from './dump-statement.rules.ts'

/**
 * Runs a dump in one transaction of a connection, and returns the statements that were left out. Throws AppError that
 * names the line of what PostgreSQL refused; nothing has happened then.
 */
export async function loadDump(client: pg.Client, pieces: AsyncIterable<DumpPiece>): Promise<Refusals> {
  const refused = new Refusals()
  let rows: { into: CopyIn; line: number } | undefined
  await client.query('begin')
  try {
    for await (const piece of pieces)
      switch (piece.kind) {
        case 'statement':
          await run(client, piece, refused)
          break
        case 'copy': {
          const into = new CopyIn(client as unknown as ProtocolClient, piece.text)
          client.query(into as never)
          rows = { into, line: piece.line + lineBreaksIn(withoutHeader(piece.text)) }
          await atRow(rows, into.ready)
          break
        }
        case 'rows':
          await atRow(rows!, rows!.into.write(piece.bytes))
          break
        case 'end_of_rows':
          await atRow(rows!, rows!.into.end())
          rows = undefined
      }
    await client.query('commit').catch((error: Error) => {
      throw refusal('At the end of the file', error)
    })
    return refused
  } catch (error) {
    rows?.into.refuse('The import has failed')
    await rows?.into.done.catch(() => undefined)
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function run(client: pg.Client, { text, line }: { text: string; line: number }, refused: Refusals) {
  const bare = withoutHeader(text)
  const how = dumpStatement(bare)
  if (how.kind === 'owner') return
  if (how.kind === 'refused') throw new AppError('validation_failed', `Line ${line}: ${how.reason}`)
  if (how.kind === 'optional') return refused.runInTransaction(client, text)
  try {
    await client.query(bare)
  } catch (error) {
    const { position } = error as { position?: string }
    const before = position === undefined ? 0 : lineBreaksIn(bare.slice(0, Number(position) - 1))
    throw refusal(`Line ${line + before}`, error as Error)
  }
}

const lineBreaksIn = (text: string) => text.split('\n').length - 1

/** PostgreSQL counts the rows of a COPY from 1. */
const ROW = /^COPY [\s\S]*?, line (\d+)/

async function atRow<T>({ line }: { line: number }, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const row = ROW.exec((error as { where?: string }).where ?? '')?.[1]
    throw refusal(`Line ${line + Number(row ?? 0)}`, error as Error)
  }
}

/** Without a code, it is not PostgreSQL that refused. */
function refusal(where: string, cause: Error): Error {
  const { code, detail } = cause as Error & { code?: string; detail?: string }
  if (code === undefined) return cause
  return new AppError(
    'sql_failed',
    `${where}: ${cause.message}${detail === undefined ? '' : ` (${detail})`}`,
    {
      cause,
    },
  )
}

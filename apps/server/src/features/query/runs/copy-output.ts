import pg from 'pg'
import type { CopyResponse } from '../../../platform/project-databases/sql/protocol.ts'
import type { ResultColumn } from './run-event.ts'

/** COPY … TO STDOUT has no row description: its lines are shown as the rows of one column. */
export const copyColumn = ({ binary }: CopyResponse): ResultColumn => ({
  name: 'copy',
  typeId: binary ? pg.types.builtins.BYTEA : pg.types.builtins.TEXT,
  tableId: 0,
  columnId: 0,
})

/** One line without its line end; what is not text is written as PostgreSQL writes bytea. */
export const copyLine = (chunk: Buffer, { binary }: CopyResponse) =>
  binary ? `\\x${chunk.toString('hex')}` : chunk.toString('utf8').replace(/\r?\n$/, '')

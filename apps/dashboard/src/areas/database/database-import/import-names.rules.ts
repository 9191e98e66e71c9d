import type { DatabaseImport } from '@basalt/contract/database-import/database-import.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'

/** What is imported: a database or a file. */
export const importTitle = ({ source, file }: Pick<DatabaseImport, 'source' | 'file'>) =>
  source?.database ?? file?.name ?? ''

/** Where it comes from, and which schemas of it. */
export function importOrigin({ source, file, schemas, kind }: DatabaseImport): string {
  if (!source) return `Dump file of ${formatBytes(file?.bytes ?? 0)}`
  const how = kind === 'follow' ? 'Followed from' : 'Copied from'
  return `${how} ${source.host}:${source.port}, ${schemas.length === 1 ? 'schema' : 'schemas'} ${schemas.join(', ')}`
}

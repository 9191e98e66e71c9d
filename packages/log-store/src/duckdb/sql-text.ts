import type { ColumnType, LogSource } from '../log-event.ts'
import { COMMON_COLUMNS } from '../log-event.ts'

export const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (items: readonly string[]) => `[${items.join(', ')}]`

export interface ScannedFiles {
  parquet: readonly string[]
  ndjson: readonly string[]
}

const columnsOf = (source: LogSource): [string, ColumnType][] =>
  Object.entries({ ...COMMON_COLUMNS, ...source.columns })

/** A query of all events in these files, with a real `timestamp`. */
export function scan(source: LogSource, { parquet, ndjson }: ScannedFiles): string {
  const columns = columnsOf(source)
  const selected = columns.map(([name, type]) =>
    name === 'timestamp'
      ? 'make_timestamp_ms(timestamp) as timestamp'
      : `${quoteName(name)}::${type} as ${quoteName(name)}`,
  )
  const names = columns.map(([name]) => quoteName(name)).join(', ')
  const parts = [
    ...(parquet.length > 0
      ? [`select ${names} from read_parquet(${list(parquet.map(quoteLiteral))}, union_by_name = true)`]
      : []),
    ...(ndjson.length > 0 ? [`select ${selected.join(', ')} from ${readNdjson(source, ndjson)}`] : []),
  ]
  if (parts.length > 0) return parts.join(' union all ')
  return `select ${columns
    .map(([name, type]) => `null::${name === 'timestamp' ? 'TIMESTAMP' : type} as ${quoteName(name)}`)
    .join(', ')} where false`
}

/** Lines without an id are cursors; those that are no JSON are damaged. */
const readNdjson = (source: LogSource, files: readonly string[]) =>
  `(select * from read_json(${list(files.map(quoteLiteral))}, format = 'newline_delimited', ignore_errors = true, columns = {${columnsOf(
    source,
  )
    .map(([name, type]) => `${quoteName(name)}: '${type}'`)
    .join(', ')}}) where id is not null and timestamp is not null)`

/** Small enough row groups that a search of one hour skips most of a day. */
const ROW_GROUP = 16_384

/** Writes the events of these files into one Parquet file, in the same order. */
export const writeParquet = (source: LogSource, files: ScannedFiles, target: string) =>
  `copy (${scan(source, files)}) to ${quoteLiteral(target)} (format parquet, compression zstd, parquet_version v2, row_group_size ${ROW_GROUP})`

export const timesIn = (file: string) =>
  `select epoch_ms(min(timestamp))::double as first, epoch_ms(max(timestamp))::double as last from read_parquet(${quoteLiteral(file)})`

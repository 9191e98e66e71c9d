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
      ? [
          // Files that are older than a column have none of it.
          `select ${names} from (select * from read_parquet(${list(parquet.map(quoteLiteral))}, union_by_name = true) union all by name ${noEvents(columns)})`,
        ]
      : []),
    ...(ndjson.length > 0 ? [`select ${selected.join(', ')} from ${readNdjson(source, ndjson)}`] : []),
  ]
  if (parts.length > 0) return parts.join(' union all ')
  return noEvents(columns)
}

const noEvents = (columns: readonly [string, ColumnType][]) =>
  `select ${columns
    .map(([name, type]) => `null::${name === 'timestamp' ? 'TIMESTAMP' : type} as ${quoteName(name)}`)
    .join(', ')} where false`

/** The first events of a Parquet file after an id, in the order of their ids, with times in milliseconds and ids as numbers. */
export function eventsAfter(source: LogSource, file: string, after: number, limit: number): string {
  const selected = columnsOf(source).map(([name, type]) => {
    const quoted = quoteName(name)
    if (name === 'timestamp') return 'epoch_ms(timestamp)::double as timestamp'
    return type === 'BIGINT' ? `${quoted}::double as ${quoted}` : quoted
  })
  return `select ${selected.join(', ')} from (${scan(source, { parquet: [file], ndjson: [] })})
    where id > ${Math.floor(after)} order by id limit ${Math.floor(limit)}`
}

/** How many events of these files come after an id, and the time of the first one in milliseconds. */
export const countAfter = (source: LogSource, files: ScannedFiles, after: number) =>
  `select count(*)::double as events, epoch_ms(min(timestamp))::double as since
    from (${scan(source, files)}) where id > ${Math.floor(after)}`

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

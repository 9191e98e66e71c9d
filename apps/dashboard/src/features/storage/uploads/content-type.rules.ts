/** What browsers leave open, by extension. */
const byExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  mkv: 'video/x-matroska',
  parquet: 'application/vnd.apache.parquet',
  sql: 'application/sql',
  toml: 'application/toml',
  ts: 'text/plain',
  tsx: 'text/plain',
  txt: 'text/plain',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

/** What a file is: as the browser knows it, else by its extension, else bytes. */
export function contentTypeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  if (type !== '') return type
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return byExtension[extension] ?? 'application/octet-stream'
}

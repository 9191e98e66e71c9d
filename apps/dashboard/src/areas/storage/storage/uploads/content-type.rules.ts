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
  txt: 'text/plain',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

/** Text types that browsers do not know, so that a preview still shows the file as text. */
const codeExtensions = new Set(
  'bash c cc cfg conf cpp cs dart env ex go graphql h hpp ini java jsx kt lock lua php pl proto ps1 py r rb rs scala sh svelte swift tf ts tsx vue zig'.split(
    ' ',
  ),
)

/** A film is longer than this: what is called `.ts` and is shorter is TypeScript. */
const FILM_MIN_BYTES = 1024 ** 2

/** What a file is: as the browser knows it, else by its extension, else bytes. */
export function contentTypeOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  // Spreadsheet programs make browsers believe that it is theirs.
  if (extension === 'csv') return 'text/csv'
  const isMistaken = extension === 'ts' && type.startsWith('video/') && size < FILM_MIN_BYTES
  if (type !== '' && !isMistaken) return type
  return byExtension[extension] ?? (codeExtensions.has(extension) ? 'text/plain' : 'application/octet-stream')
}

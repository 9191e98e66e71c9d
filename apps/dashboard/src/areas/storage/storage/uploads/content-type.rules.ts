/** Types that browsers do not detect, by extension. */
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

/** Extensions of source code, which browsers do not detect, so that previews display the file as text. */
const codeExtensions = new Set(
  'bash c cc cfg conf cpp cs dart env ex go graphql h hpp ini java jsx kt lock lua php pl proto ps1 py r rb rs scala sh svelte swift tf ts tsx vue zig'.split(
    ' ',
  ),
)

/** A smaller `.ts` file is TypeScript, not an MPEG transport stream. */
const VIDEO_MIN_BYTES = 1024 ** 2

/** The content type of a file: the browser's, or else by extension, or else `application/octet-stream`. */
export function contentTypeOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  // Spreadsheet programs register CSV under their own type.
  if (extension === 'csv') return 'text/csv'
  const isMisdetected = extension === 'ts' && type.startsWith('video/') && size < VIDEO_MIN_BYTES
  if (type !== '' && !isMisdetected) return type
  return byExtension[extension] ?? (codeExtensions.has(extension) ? 'text/plain' : 'application/octet-stream')
}

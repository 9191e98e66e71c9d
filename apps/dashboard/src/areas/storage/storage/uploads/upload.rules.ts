import { isMimeTypeAllowed } from '@basalt/contract/storage/limits.rules.ts'
import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'
import type { UploadItem } from './upload-item.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

export const CONCURRENT_UPLOADS_MAX = 10
/** The delay before each retry. */
export const RETRY_DELAYS_MS = [0, 200, 500, 1500, 3000, 5000]
/** The server's error reason for a name that is taken. */
export const NAME_TAKEN = 'KeyAlreadyExists'
/** Statuses that a retry would not change. */
const FINAL_STATUSES = [400, 403, 404, 409, 413, 415, 429]
/** How long the toast about files that are too large stays. */
export const TOO_LARGE_TOAST_MS = 8000

const SMALLEST_CHUNK = 6 * MB
const LARGEST_CHUNK = 500 * MB
/** The number of parts for files below a size in bytes. */
const partsBelow: readonly [number, number][] = [
  [100 * MB, 8],
  [500 * MB, 10],
  [GB, 20],
  [10 * GB, 30],
  [Number.POSITIVE_INFINITY, 50],
]

/** The bytes per request, which is also the most that is lost when the connection breaks. */
export function chunkSizeOf(fileSize: number): number {
  if (fileSize < 30 * MB) return SMALLEST_CHUNK
  const [, parts] = partsBelow.find(([below]) => fileSize < below)!
  return Math.min(LARGEST_CHUNK, Math.floor(fileSize / parts))
}

export const mayRetry = (status: number) => !FINAL_STATUSES.includes(status)

/** The current rules of a bucket; sizes in bytes. */
export interface UploadRules {
  limit: number | undefined
  types: readonly string[] | null
}

/**
 * Whether retrying a failed upload can succeed. An invalid name stays invalid; a size or type is accepted once the
 * bucket's rules have changed. `rules` is undefined until they are known.
 */
export function mayRetryManually(
  { failure, size, contentType }: Pick<UploadItem, 'failure' | 'size' | 'contentType'>,
  rules: UploadRules | undefined,
) {
  switch (failure?.status) {
    case 413:
      return rules !== undefined && (rules.limit === undefined || size <= rules.limit)
    case 415:
      return rules !== undefined && isMimeTypeAllowed(contentType, rules.types)
  }
  return failure?.reason !== 'InvalidKey' && failure?.reason !== 'NoSuchBucket'
}

/** A chosen or dropped file, and its relative path. */
export interface ChosenFile {
  file: File
  path: string
}

const NARROW_SPACE = /\u202f/g
const withPlainSpaces = (text: string) => text.replace(NARROW_SPACE, ' ')
const IGNORED_NAMES = ['.DS_Store', FOLDER_PLACEHOLDER]

/** The files to upload, without system files and with plain spaces in their names. */
export const uploadable = (files: readonly ChosenFile[]): ChosenFile[] =>
  files
    .map(({ file, path }) => ({ file, path: withPlainSpaces(path.replace(/^\/+/, '')) }))
    .filter(
      ({ path }) => !path.includes('#/') && !IGNORED_NAMES.includes(path.slice(path.lastIndexOf('/') + 1)),
    )

/** Separates files that are empty or exceed the limit. */
export function classifyFiles(files: readonly ChosenFile[], limit: number | undefined) {
  const classes = { tooLarge: [] as ChosenFile[], empty: [] as ChosenFile[], good: [] as ChosenFile[] }
  for (const one of files) {
    const { size } = one.file
    if (size === 0) classes.empty.push(one)
    else if (limit !== undefined && size > limit) classes.tooLarge.push(one)
    else classes.good.push(one)
  }
  return classes
}

/** Splits a name into stem and extension; a leading dot starts no extension. */
function partsOf(name: string) {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? ([name.slice(0, dot), name.slice(dot)] as const) : ([name, ''] as const)
}

/** The name to try after another one: `name (1).ext` after `name.ext`, then `name (2).ext`. */
function nextName(tried: string, name: string): string {
  const [stem, extension] = partsOf(name)
  const isNumbered = tried.startsWith(`${stem} (`) && tried.endsWith(`)${extension}`)
  const count = isNumbered ? Number(tried.slice(stem.length + 2, tried.length - extension.length - 1)) : 0
  return `${stem} (${(Number.isInteger(count) ? count : 0) + 1})${extension}`
}

/** The path to try after `tried`, which is taken. */
export function nextPath(tried: string, fileName: string): string {
  const start = tried.lastIndexOf('/') + 1
  return tried.slice(0, start) + nextName(tried.slice(start), withPlainSpaces(fileName))
}

/** The name itself, or with the first free number, such as `name (2).ext`. */
export function uniqueName(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  while (isTaken(free)) free = nextName(free, name)
  return free
}

const topOf = (path: string) => {
  const slash = path.indexOf('/')
  return slash === -1 ? undefined : path.slice(0, slash)
}

/**
 * The names in a folder that an upload must avoid: the loaded ones, and those of dropped folders that exist on the
 * server. A single file finds out during its upload, but the files of a folder must stay together.
 */
export async function existingNames(
  files: readonly ChosenFile[],
  names: readonly string[],
  folderExists: (name: string) => Promise<boolean>,
): Promise<string[]> {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const isTaken = (name: string) => taken.has(name.toLowerCase())
  for (const top of new Set(files.flatMap(({ path }) => topOf(path) ?? []))) {
    for (let name = uniqueName(top, isTaken); await folderExists(name); name = uniqueName(top, isTaken))
      taken.add(name.toLowerCase())
  }
  return [...taken]
}

/** Gives each top-level file or folder a name that is unique in the target folder, ignoring case. */
export function withUniqueNames(files: readonly ChosenFile[], existing: readonly string[]): ChosenFile[] {
  const taken = new Set(existing.map((name) => name.toLowerCase()))
  const folders = new Map<string, string>()
  return files.map(({ file, path }) => {
    const top = topOf(path)
    const known = top === undefined ? undefined : folders.get(top)
    const name = known ?? uniqueName(top ?? path, (one) => taken.has(one.toLowerCase()))
    taken.add(name.toLowerCase())
    if (top === undefined) return { file, path: name }
    folders.set(top, name)
    return { file, path: name + path.slice(top.length) }
  })
}

import { isMimeTypeAllowed } from '@basalt/contract/storage/limits.rules.ts'
import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'
import type { UploadItem } from './upload-item.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

/** How many files are on the way at once. */
export const UPLOADS_AT_ONCE = 10
/** How long to wait before each further attempt. */
export const RETRY_DELAYS_MS = [0, 200, 500, 1500, 3000, 5000]
/** The server's reason, when something has the name already. */
export const NAME_TAKEN = 'KeyAlreadyExists'
/** What the server will not answer differently the next time. */
const FINAL_STATUSES = [400, 403, 404, 409, 413, 415, 429]
/** How long the message about files that are too large stays. */
export const TOO_LARGE_TOAST_MS = 8000

const SMALLEST_CHUNK = 6 * MB
const LARGEST_CHUNK = 500 * MB
/** Below which size a file is sent in how many parts. */
const partsBelow: readonly [number, number][] = [
  [100 * MB, 8],
  [500 * MB, 10],
  [GB, 20],
  [10 * GB, 30],
  [Number.POSITIVE_INFINITY, 50],
]

/** How much of a file one request carries, in bytes: what is lost at most when the connection breaks. */
export function chunkSizeOf(fileSize: number): number {
  if (fileSize < 30 * MB) return SMALLEST_CHUNK
  const [, parts] = partsBelow.find(([below]) => fileSize < below)!
  return Math.min(LARGEST_CHUNK, Math.floor(fileSize / parts))
}

export const mayRetry = (status: number) => !FINAL_STATUSES.includes(status)

/** What a bucket accepts at the moment; sizes in bytes. */
export interface UploadRules {
  limit: number | undefined
  types: readonly string[] | null
}

/**
 * Whether retrying a failed upload can succeed. An invalid name stays invalid; a size or type is accepted once the
 * bucket's rules have changed. `rules` is undefined until they are known.
 */
export function mayRetryByHand(
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

/** A file that somebody chose or dropped, and its path from there on. */
export interface ChosenFile {
  file: File
  path: string
}

const NARROW_SPACE = /\u202f/g
const withPlainSpaces = (text: string) => text.replace(NARROW_SPACE, ' ')
const IGNORED_NAMES = ['.DS_Store', FOLDER_PLACEHOLDER]

/** What there is to upload: without what systems leave in folders, and with spaces that other systems know. */
export const uploadable = (files: readonly ChosenFile[]): ChosenFile[] =>
  files
    .map(({ file, path }) => ({ file, path: withPlainSpaces(path.replace(/^\/+/, '')) }))
    .filter(
      ({ path }) => !path.includes('#/') && !IGNORED_NAMES.includes(path.slice(path.lastIndexOf('/') + 1)),
    )

/** Files by why they cannot be uploaded. */
export function sortedOut(files: readonly ChosenFile[], limit: number | undefined) {
  const sorted = { tooLarge: [] as ChosenFile[], empty: [] as ChosenFile[], good: [] as ChosenFile[] }
  for (const one of files) {
    const { size } = one.file
    if (size === 0) sorted.empty.push(one)
    else if (limit !== undefined && size > limit) sorted.tooLarge.push(one)
    else sorted.good.push(one)
  }
  return sorted
}

/** What is before the last dot is the name, if anything is. */
function partsOf(name: string) {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? ([name.slice(0, dot), name.slice(dot)] as const) : ([name, ''] as const)
}

/** `name (2).ext` after `name (1).ext`, which comes after `name.ext`. */
function nextName(tried: string, name: string): string {
  const [stem, extension] = partsOf(name)
  const isNumbered = tried.startsWith(`${stem} (`) && tried.endsWith(`)${extension}`)
  const count = isNumbered ? Number(tried.slice(stem.length + 2, tried.length - extension.length - 1)) : 0
  return `${stem} (${(Number.isInteger(count) ? count : 0) + 1})${extension}`
}

/** Where the file of this name goes when something is where it was to go. */
export function nextPath(tried: string, fileName: string): string {
  const start = tried.lastIndexOf('/') + 1
  return tried.slice(0, start) + nextName(tried.slice(start), withPlainSpaces(fileName))
}

/** `name (2).ext`, with the first number that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  while (isTaken(free)) free = nextName(free, name)
  return free
}

const topOf = (path: string) => {
  const slash = path.indexOf('/')
  return slash === -1 ? undefined : path.slice(0, slash)
}

/**
 * The names of a folder that matter for what is put into it: those that are known, and those of dropped folders that
 * turn out to be there as well. A single file learns that from its own upload; what is in a folder must stay together.
 */
export async function withNamesOfFolders(
  files: readonly ChosenFile[],
  names: readonly string[],
  isFolderThere: (name: string) => Promise<boolean>,
): Promise<string[]> {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const isTaken = (name: string) => taken.has(name.toLowerCase())
  for (const top of new Set(files.flatMap(({ path }) => topOf(path) ?? []))) {
    for (let name = freeName(top, isTaken); await isFolderThere(name); name = freeName(top, isTaken))
      taken.add(name.toLowerCase())
  }
  return [...taken]
}

/** Where each file goes in a folder: each file or folder at the top gets a name that is free there, whatever its case. */
export function withFreeNames(files: readonly ChosenFile[], namesThere: readonly string[]): ChosenFile[] {
  const taken = new Set(namesThere.map((name) => name.toLowerCase()))
  const folders = new Map<string, string>()
  return files.map(({ file, path }) => {
    const top = topOf(path)
    const known = top === undefined ? undefined : folders.get(top)
    const name = known ?? freeName(top ?? path, (one) => taken.has(one.toLowerCase()))
    taken.add(name.toLowerCase())
    if (top === undefined) return { file, path: name }
    folders.set(top, name)
    return { file, path: name + path.slice(top.length) }
  })
}

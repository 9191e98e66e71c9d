import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

/** How many files are on the way at once. */
export const UPLOADS_AT_ONCE = 10
/** How long to wait before each further attempt. */
export const RETRY_DELAYS_MS = [0, 200, 500, 1500, 3000, 5000]
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

/** A file that somebody chose or dropped, and its path from there on. */
export interface ChosenFile {
  file: File
  path: string
}

const NARROW_SPACE = /\u202f/g
const IGNORED_NAMES = ['.DS_Store', FOLDER_PLACEHOLDER]

/** What there is to upload: without what systems leave in folders, and with spaces that other systems know. */
export const uploadable = (files: readonly ChosenFile[]): ChosenFile[] =>
  files
    .map(({ file, path }) => ({ file, path: path.replace(/^\/+/, '').replace(NARROW_SPACE, ' ') }))
    .filter(
      ({ path }) => !path.includes('#/') && !IGNORED_NAMES.includes(path.slice(path.lastIndexOf('/') + 1)),
    )

/** Files by why they cannot be uploaded. */
export function sortedOut(files: readonly ChosenFile[], limit: number | undefined) {
  const tooLarge = files.filter(({ file }) => limit !== undefined && file.size > limit)
  const empty = files.filter(({ file }) => file.size === 0)
  return { tooLarge, empty, good: files.filter((one) => !tooLarge.includes(one) && !empty.includes(one)) }
}

/** `name (2).ext`, with the first number that is free. What is before the last dot is the name, if anything is. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let count = 1; ; count += 1) {
    const next = `${stem} (${count})${extension}`
    if (!isTaken(next)) return next
  }
}

/** Where each file goes in a folder: each file or folder at the top gets a name that is free there, whatever its case. */
export function withFreeNames(files: readonly ChosenFile[], namesThere: readonly string[]): ChosenFile[] {
  const taken = new Set(namesThere.map((name) => name.toLowerCase()))
  const folders = new Map<string, string>()
  return files.map(({ file, path }) => {
    const slash = path.indexOf('/')
    const top = slash === -1 ? path : path.slice(0, slash)
    const known = slash === -1 ? undefined : folders.get(top)
    const name = known ?? freeName(top, (one) => taken.has(one.toLowerCase()))
    taken.add(name.toLowerCase())
    if (slash !== -1) folders.set(top, name)
    return { file, path: slash === -1 ? name : name + path.slice(slash) }
  })
}

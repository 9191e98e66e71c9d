import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'
import type { ListedObject } from '@basalt/contract/storage/objects.schema.ts'
import { joined } from './path.rules.ts'

/** A file or folder of the explorer. */
export interface Entry {
  /** From the bucket's root, without a slash at the end. */
  path: string
  name: string
  isFolder: boolean
  id: string | null
  /** In bytes; null where nobody knows. */
  size: number | null
  mimeType: string | null
  createdAt: string | null
  updatedAt: string | null
  accessedAt: string | null
  /** A file whose bytes have not arrived yet, or never will; what this page is uploading itself is `arriving`. */
  state: 'ready' | 'loading' | 'corrupted' | 'arriving'
}

/** Bytes that have not arrived so long after their row never will. */
export const ARRIVAL_MS = 15 * 60 * 1000

/** What the explorer shows of a listing; `now` in milliseconds. */
export const entriesOf = (listed: readonly ListedObject[], folder: string, now: number): Entry[] =>
  listed
    .filter(({ name }) => name !== FOLDER_PLACEHOLDER)
    .map((object) => ({
      path: joined(folder, object.name),
      name: object.name,
      isFolder: object.id === null,
      id: object.id,
      size: numberIn(object, 'size'),
      mimeType: textIn(object, 'mimetype'),
      createdAt: object.created_at,
      updatedAt: object.updated_at,
      accessedAt: object.last_accessed_at,
      state: stateOf(object, now),
    }))

/** What is being uploaded, for as long as the server does not list it. */
export const arrivingEntry = ({
  path,
  name,
  isFolder,
}: Pick<Entry, 'path' | 'name' | 'isFolder'>): Entry => ({
  path,
  name,
  isFolder,
  id: null,
  size: null,
  mimeType: null,
  createdAt: null,
  updatedAt: null,
  accessedAt: null,
  state: 'arriving',
})

function stateOf({ id, metadata, created_at }: ListedObject, now: number): Entry['state'] {
  if (id === null || metadata !== null) return 'ready'
  return now - Date.parse(created_at ?? '') < ARRIVAL_MS ? 'loading' : 'corrupted'
}

const numberIn = ({ metadata }: ListedObject, key: string) =>
  typeof metadata?.[key] === 'number' ? metadata[key] : null
const textIn = ({ metadata }: ListedObject, key: string) =>
  typeof metadata?.[key] === 'string' ? metadata[key] : null

/** As the server's calls name it: a folder with a slash at its end. */
export const callPath = ({ path, isFolder }: Pick<Entry, 'path' | 'isFolder'>) =>
  isFolder ? `${path}/` : path

/** Marks that turn the order of letters around, by which `evil.exe` would read as a picture. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** A name as it is shown: what would turn it around stands as a sign. */
export const shownName = (name: string) => name.replace(TURNING, '\ufffd')

/** Whether a folder has this name already, whatever its case. The entry that is being renamed does not count. */
export const isNameTaken = (entries: readonly Entry[], name: string, except?: Entry) =>
  entries.some((entry) => entry.path !== except?.path && entry.name.toLowerCase() === name.toLowerCase())

/** A file's kind by its type; the first match counts. */
const kinds = [
  ['image', /^image\//],
  ['audio', /^audio\//],
  ['video', /^video\//],
  ['pdf', /^application\/pdf/],
  ['json', /^application\/(?:[\w.-]+\+)?json|^application\/x-ndjson/],
  ['csv', /^text\/(?:csv|tab-separated-values)|spreadsheet|ms-excel/],
  ['archive', /^application\/(?:zip|gzip|x-(?:tar|7z-compressed|bzip2|xz|rar)|vnd\.rar|zstd)/],
  ['code', /^(?:text|application)\/(?:html|css|xml|javascript|typescript|sql|yaml|toml|x-sh|x-python)/],
  ['text', /^text\//],
] as const
export type EntryKind = 'folder' | (typeof kinds)[number][0] | 'file'

export const kindOf = ({ isFolder, mimeType }: Pick<Entry, 'isFolder' | 'mimeType'>): EntryKind =>
  isFolder ? 'folder' : (kinds.find(([, types]) => types.test(mimeType ?? ''))?.[0] ?? 'file')

/** Files and bytes, as the footer of a list tells them. */
export const totalOf = (entries: readonly Entry[]) => ({
  count: entries.length,
  bytes: entries.reduce((sum, { size }) => sum + (size ?? 0), 0),
})

import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'
import type { ListedObject } from '@basalt/contract/storage/objects.schema.ts'
import { joined } from './path.rules.ts'

/** A file or folder of the explorer. */
export interface Entry {
  /** From the bucket's root, without a trailing slash. */
  path: string
  name: string
  isFolder: boolean
  id: string | null
  /** In bytes; null when unknown. */
  size: number | null
  mimeType: string | null
  createdAt: string | null
  updatedAt: string | null
  accessedAt: string | null
  /** `uploading` by this page, `loading` by another one, or `corrupted` when the upload never completed. */
  state: 'ready' | 'loading' | 'corrupted' | 'uploading'
}

/** A file without bytes this long after its row was created is corrupted. */
export const UPLOAD_TIMEOUT_MS = 15 * 60 * 1000

/** Converts a listing to entries, without folder placeholders; `now` in milliseconds. */
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

/** The entry of an upload that the server does not list yet. */
export const uploadingEntry = ({
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
  state: 'uploading',
})

function stateOf({ id, metadata, created_at }: ListedObject, now: number): Entry['state'] {
  if (id === null || metadata !== null) return 'ready'
  return now - Date.parse(created_at ?? '') < UPLOAD_TIMEOUT_MS ? 'loading' : 'corrupted'
}

const numberIn = ({ metadata }: ListedObject, key: string) =>
  typeof metadata?.[key] === 'number' ? metadata[key] : null
const textIn = ({ metadata }: ListedObject, key: string) =>
  typeof metadata?.[key] === 'string' ? metadata[key] : null

/** The path in API calls, where folders have a trailing slash. */
export const callPath = ({ path, isFolder }: Pick<Entry, 'path' | 'isFolder'>) =>
  isFolder ? `${path}/` : path

/** Bidirectional control characters, which could make `evil.exe` look like an image. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** A name for display, with bidirectional control characters replaced. */
export const displayName = (name: string) => name.replace(BIDI_CONTROLS, '\ufffd')

/** Whether a folder already contains this name, ignoring case. `except` is the entry being renamed. */
export const isNameTaken = (entries: readonly Entry[], name: string, except?: Entry) =>
  entries.some((entry) => entry.path !== except?.path && entry.name.toLowerCase() === name.toLowerCase())

/** File kinds by MIME type; the first match counts. */
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

/** The number of entries and their total size in bytes. */
export const totalOf = (entries: readonly Entry[]) => ({
  count: entries.length,
  bytes: entries.reduce((sum, { size }) => sum + (size ?? 0), 0),
})

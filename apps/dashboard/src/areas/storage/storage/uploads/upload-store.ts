/** An upload persisted in the browser, so that it can be resumed after a reload. */
export interface PersistedUpload {
  id: string
  /** Several users may share one browser. */
  userId: string
  ref: string
  bucket: string
  path: string
  name: string
  size: number
  lastModified: number
  contentType: string
  allowedTypes: readonly string[] | null
  /** Omitted for files that are too large to persist; the user must choose them again. */
  file?: File
}

const DATABASE = 'basalt-uploads'
const STORE = 'uploads'
const PERSISTED_FILE_MAX = 256 * 1024 ** 2

export const isFilePersisted = ({ size }: { size: number }) => size <= PERSISTED_FILE_MAX

/** Best effort: resolves with undefined when the browser offers or allows no storage. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    const database = await settled(opened())
    try {
      return await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function opened() {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
  return request
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** How long a closing page may take to release its locks. */
const LOCK_TIMEOUT_MS = 3000
const lockReleases = new Map<string, () => void>()

/** Locks an upload for as long as this page exists; false when another page has the lock. */
function lock(id: string): Promise<boolean> {
  // Browsers offer locks only over a secure connection.
  if (!navigator.locks || lockReleases.has(id)) return Promise.resolve(true)
  return new Promise((resolve) => {
    navigator.locks
      .request(`basalt-upload-${id}`, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, () => {
        resolve(true)
        return new Promise<void>((release) => lockReleases.set(id, release))
      })
      .catch(() => resolve(false))
  })
}

export async function persistUpload({ file, ...upload }: PersistedUpload) {
  await lock(upload.id)
  await inStore('readwrite', (store) =>
    store.put({ ...upload, ...(file && isFilePersisted(file) && { file }) }),
  )
}

export async function removeUpload(id: string) {
  await inStore('readwrite', (store) => store.delete(id))
  lockReleases.get(id)?.()
  lockReleases.delete(id)
}

/** The user's uploads that no open page is working on. Locks them for this page. */
export async function claimUploads(userId: string): Promise<PersistedUpload[]> {
  const persisted = (await inStore<PersistedUpload[]>('readonly', (store) => store.getAll())) ?? []
  const mine = persisted.filter((upload) => upload.userId === userId)
  const locked = await Promise.all(mine.map(({ id }) => lock(id)))
  return mine.filter((_, index) => locked[index])
}

/** What a browser keeps of an upload, so that it can go on after the page was loaded again. */
export interface KeptUpload {
  id: string
  /** Whose it is: several people may use one browser. */
  userId: string
  ref: string
  bucket: string
  path: string
  name: string
  size: number
  lastModified: number
  contentType: string
  allowedTypes: readonly string[] | null
  /** Left out of what is too large to be kept twice: then the person is asked for it again. */
  file?: File
}

const DATABASE = 'basalt-uploads'
const STORE = 'uploads'
const KEPT_FILE_MAX = 256 * 1024 ** 2

export const isFileKept = ({ size }: { size: number }) => size <= KEPT_FILE_MAX

/** Keeping is a help, not a promise: a browser that refuses leaves uploads as they are without it. */
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

/** How long a page that is going away may take to let its uploads go. */
const HANDOVER_MS = 3000
const holds = new Map<string, () => void>()

/** Makes an upload this page's own, as long as the page is there; false when another page has it. */
function hold(id: string): Promise<boolean> {
  // Without a secure connection browsers have no locks.
  if (!navigator.locks || holds.has(id)) return Promise.resolve(true)
  return new Promise((resolve) => {
    navigator.locks
      .request(`basalt-upload-${id}`, { signal: AbortSignal.timeout(HANDOVER_MS) }, () => {
        resolve(true)
        return new Promise<void>((release) => holds.set(id, release))
      })
      .catch(() => resolve(false))
  })
}

export async function keepUpload({ file, ...upload }: KeptUpload) {
  await hold(upload.id)
  await inStore('readwrite', (store) => store.put({ ...upload, ...(file && isFileKept(file) && { file }) }))
}

export async function forgetUpload(id: string) {
  await inStore('readwrite', (store) => store.delete(id))
  holds.get(id)?.()
  holds.delete(id)
}

/** What somebody's earlier pages have left, and no other page is busy with. */
export async function keptUploads(userId: string): Promise<KeptUpload[]> {
  const kept = (await inStore<KeptUpload[]>('readonly', (store) => store.getAll())) ?? []
  const mine = kept.filter((upload) => upload.userId === userId)
  const held = await Promise.all(mine.map(({ id }) => hold(id)))
  return mine.filter((_, index) => held[index])
}

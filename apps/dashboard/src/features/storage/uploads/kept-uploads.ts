/** What a browser keeps of an upload, so that it can go on after the page was loaded again. */
export interface KeptUpload {
  id: string
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

export const keepUpload = ({ file, ...upload }: KeptUpload) =>
  inStore('readwrite', (store) => store.put({ ...upload, ...(file && isFileKept(file) && { file }) }))

export const forgetUpload = (id: string) => inStore('readwrite', (store) => store.delete(id))

export const keptUploads = async (): Promise<KeptUpload[]> =>
  (await inStore<KeptUpload[]>('readonly', (store) => store.getAll())) ?? []

/** An unsaved text of a query, written by one open page. */
export interface Draft {
  key: string
  userId: string
  ref: string
  id: string
  /** The id of the page that wrote it. */
  page: string
  /** The name and folder of a query that is not on the server yet. */
  name: string
  folderId: string | null
  text: string
  /** The revision that the text is based on, 0 for none. */
  base: number
  /** The ids of saves that were sent but not answered. */
  attempts: string[]
  /** Milliseconds since 1970. */
  at: number
}

/** Stores drafts in the browser. Its methods reject when storing fails, as when the storage is full. */
export interface DraftStore {
  put(draft: Draft): Promise<void>
  remove(key: string): Promise<void>
  /** All drafts of a user in a project. */
  of(userId: string, ref: string): Promise<Draft[]>
}

const STORE = 'drafts'
const BY_USER_AND_PROJECT = 'place'

/** A store in IndexedDB: drafts survive the page, the browser and a restart of the machine. */
export function indexedDrafts(factory: IDBFactory): DraftStore {
  let opening: Promise<IDBDatabase> | undefined
  const open = () => {
    opening ??= openDatabase(factory)
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  const store = async (mode: IDBTransactionMode) => (await open()).transaction(STORE, mode).objectStore(STORE)
  return {
    async put(draft) {
      await committed((await store('readwrite')).put(draft))
    },
    async remove(key) {
      await committed((await store('readwrite')).delete(key))
    },
    async of(userId, ref) {
      return resultOf<Draft[]>((await store('readonly')).index(BY_USER_AND_PROJECT).getAll([userId, ref]))
    },
  }
}

/** A store for browsers without IndexedDB: drafts last only as long as the page. */
export function memoryDrafts(): DraftStore {
  const drafts = new Map<string, Draft>()
  return {
    put: async (draft) => void drafts.set(draft.key, draft),
    remove: async (key) => void drafts.delete(key),
    of: async (userId, ref) =>
      [...drafts.values()].filter((draft) => draft.userId === userId && draft.ref === ref),
  }
}

function openDatabase(factory: IDBFactory) {
  const request = factory.open('basalt', 1)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(STORE, { keyPath: 'key' })
    store.createIndex(BY_USER_AND_PROJECT, ['userId', 'ref'])
  }
  return resultOf<IDBDatabase>(request)
}

const resultOf = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * Resolves when the request's transaction has completed, because a successful request is not written yet. Commits it
 * explicitly: an automatic commit would need the page to live until the request's event.
 */
const committed = (request: IDBRequest) =>
  new Promise<void>((resolve, reject) => {
    const { transaction } = request
    transaction!.commit()
    transaction!.oncomplete = () => resolve()
    transaction!.onabort = () =>
      reject(transaction!.error ?? new Error('The browser did not store the draft'))
  })

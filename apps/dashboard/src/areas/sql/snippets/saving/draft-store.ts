/** A text that the server may not have yet, as one open page wrote it. */
export interface Draft {
  key: string
  userId: string
  ref: string
  id: string
  /** The page that wrote it. */
  page: string
  /** For a query that the server does not know yet. */
  name: string
  folderId: string | null
  text: string
  /** The revision that the text is based on, 0 for none. */
  base: number
  /** Saves that were sent and never answered. */
  attempts: string[]
  /** Milliseconds since 1970. */
  at: number
}

/** Keeps drafts in the browser. Rejects when the browser refuses to, as when its storage is full. */
export interface DraftStore {
  put(draft: Draft): Promise<void>
  remove(key: string): Promise<void>
  /** All of a person in a project. */
  of(userId: string, ref: string): Promise<Draft[]>
}

const STORE = 'drafts'
const BY_PLACE = 'place'

/** Drafts that outlive the page, the browser and the machine's restart. */
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
      return resultOf<Draft[]>((await store('readonly')).index(BY_PLACE).getAll([userId, ref]))
    },
  }
}

/** For a browser that stores nothing: they last as long as the page. */
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
    store.createIndex(BY_PLACE, ['userId', 'ref'])
  }
  return resultOf<IDBDatabase>(request)
}

const resultOf = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * A request that succeeded is not written yet: only its transaction's end says so. It is ended here and now, because
 * otherwise the page would have to live long enough to hear of the request first.
 */
const committed = (request: IDBRequest) =>
  new Promise<void>((resolve, reject) => {
    const { transaction } = request
    transaction!.commit()
    transaction!.oncomplete = () => resolve()
    transaction!.onabort = () => reject(transaction!.error ?? new Error('The browser did not keep it'))
  })

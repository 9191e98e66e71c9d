import type {
  RunningUpload,
  UploadCallbacks,
  UploadFailure,
  UploadOptions,
} from '../../../../api/resumable-upload.ts'
import { newId } from '../../../../lib/new-id.ts'
import { contentTypeOf } from './content-type.rules.ts'
import {
  type ChosenFile,
  CONCURRENT_UPLOADS_MAX,
  chunkSizeOf,
  mayRetry,
  NAME_TAKEN,
  nextPath,
  RETRY_DELAYS_MS,
} from './upload.rules.ts'
import {
  isActive,
  isUnfinished,
  newUploadItem,
  persistedPart,
  type UploadItem,
  type UploadTarget,
} from './upload-item.ts'
import { failureMessage, problemMessage } from './upload-messages.rules.ts'
import type { PersistedUpload } from './upload-store.ts'

export interface UploadQueueDeps {
  userId: string
  start(options: UploadOptions, callbacks: UploadCallbacks): Promise<RunningUpload>
  keyOf(ref: string): () => Promise<string>
  persist(upload: PersistedUpload): unknown
  remove(id: string): unknown
  /** Whether the target path already has the same content. */
  isAlreadyStored(upload: UploadItem, file: File): Promise<boolean>
  /** Called when no upload is active any more, with the outcome since the last call. */
  onIdle(outcome: {
    stored: number
    failed: number
    buckets: readonly Pick<UploadTarget, 'ref' | 'bucket'>[]
  }): void
}

const NOTIFY_INTERVAL_MS = 150

/** Uploads files, several at a time. Lives outside React, so uploads continue while the user is on another page. */
export class UploadQueue {
  #items: readonly UploadItem[] = []
  readonly #files = new Map<string, File>()
  readonly #running = new Map<string, RunningUpload>()
  readonly #starting = new Map<string, symbol>()
  /** Uploads that may be stored although their response was lost. */
  readonly #unconfirmed = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #deps: UploadQueueDeps
  #outcome = { stored: 0, failed: 0 }
  #buckets = new Map<string, Pick<UploadTarget, 'ref' | 'bucket'>>()
  #notifyTimer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: UploadQueueDeps) {
    this.#deps = deps
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  getSnapshot = () => this.#items

  add({ ref, bucket, folder, allowedTypes }: UploadTarget, files: readonly ChosenFile[]) {
    const added = files.map(({ file, path }) => ({
      id: newId(),
      userId: this.#deps.userId,
      ref,
      bucket,
      allowedTypes,
      file,
      path: folder + path,
      name: file.name,
      size: file.size,
      lastModified: file.lastModified,
      contentType: contentTypeOf(file),
    }))
    if (!this.#items.some(isUnfinished)) this.#items = this.#items.filter(({ status }) => status !== 'stored')
    this.#append(added)
    for (const upload of added) void this.#deps.persist(upload)
    this.#advance()
  }

  /** Resumes uploads from an earlier load of the page. */
  restore(uploads: readonly PersistedUpload[]) {
    const existing = new Set(this.#items.map(({ id }) => id))
    const restored = uploads.filter(({ id }) => !existing.has(id))
    this.#append(restored)
    // The page may have been closed between the last byte and the response.
    for (const { id } of restored) this.#unconfirmed.add(id)
    this.#advance()
  }

  #append(uploads: readonly PersistedUpload[]) {
    for (const { id, file } of uploads) if (file) this.#files.set(id, file)
    this.#items = [...this.#items, ...uploads.map(newUploadItem)]
    this.#notify()
  }

  /** Supplies the file of a resumed upload. Returns false for a different file. */
  supply(id: string, file: File) {
    const item = this.#find(id)
    if (!item || file.size !== item.size || file.name !== item.name) return false
    this.#files.set(id, file)
    this.#change(id, { status: 'waiting' })
    this.#advance()
    return true
  }

  pause(id: string) {
    if (!this.#isActive(id)) return
    this.#running.get(id)?.pause()
    this.#change(id, { status: 'paused' }, true)
    this.#advance()
  }

  /** Continues what was paused, or retries what failed. */
  resume(id: string) {
    const item = this.#find(id)
    if (item?.status !== 'paused' && item?.status !== 'failed') return
    if (item.status === 'failed') this.#running.delete(id)
    this.#change(id, { status: 'waiting' }, true)
    this.#advance()
  }

  retry(ids: Iterable<string>) {
    for (const id of ids) if (this.#find(id)?.status === 'failed') this.resume(id)
  }

  /** Retries uploads that failed without a connection, once it is back. */
  retryUnconfirmed() {
    for (const { id, status } of this.#items)
      if (status === 'failed' && this.#unconfirmed.has(id)) this.resume(id)
  }

  cancel(id: string) {
    this.#running.get(id)?.cancel()
    this.#drop(id)
    this.#advance()
  }

  /** Cancels everything that is not stored. Returns the number of files. */
  cancelAll(): number {
    const open = this.#items.filter(({ status }) => status !== 'stored')
    for (const { id } of open) this.#running.get(id)?.cancel()
    for (const { id } of open) this.#drop(id)
    this.#outcome = { stored: this.#outcome.stored, failed: 0 }
    this.#advance()
    return open.length
  }

  /** Removes stored and failed uploads from the list. */
  clearFinished() {
    for (const { id, status } of this.#items) if (status === 'stored' || status === 'failed') this.#drop(id)
  }

  #advance() {
    const free = CONCURRENT_UPLOADS_MAX - this.#items.filter(({ status }) => status === 'uploading').length
    for (const item of this.#items.filter(({ status }) => status === 'waiting').slice(0, Math.max(0, free)))
      this.#start(item)
    if (!this.#items.some(isActive)) this.#finish()
  }

  #finish() {
    const { stored, failed } = this.#outcome
    if (stored + failed === 0) return
    this.#outcome = { stored: 0, failed: 0 }
    const buckets = [...this.#buckets.values()]
    this.#buckets.clear()
    this.#deps.onIdle({ stored, failed, buckets })
  }

  #start(item: UploadItem) {
    const { id, ref, bucket, path, contentType } = item
    const file = this.#files.get(id)
    if (!file) return this.#change(id, { status: 'file-needed' })
    this.#buckets.set(JSON.stringify([ref, bucket]), { ref, bucket })
    this.#change(id, { status: 'uploading', startedAt: Date.now(), sentBefore: item.sentBytes }, true)
    const running = this.#running.get(id)
    if (running) return running.resume()
    // Paused and resumed before it started; the pending attempt continues.
    if (this.#starting.has(id)) return
    const attempt = Symbol(id)
    this.#starting.set(id, attempt)
    const options: UploadOptions = {
      ref,
      bucket,
      path,
      file,
      contentType,
      mayRetry,
      chunkSize: chunkSizeOf(file.size),
      retryDelaysMs: RETRY_DELAYS_MS,
      key: this.#deps.keyOf(ref),
    }
    this.#deps.start(options, this.#callbacks(item)).then(
      (started) => this.#started(id, attempt, started),
      (error: Error) => this.#fail(item, { status: 0, message: error.message }),
    )
  }

  /** Applies a pause or cancel that came while the upload was starting. */
  #started(id: string, attempt: symbol, running: RunningUpload) {
    const now = this.#find(id)
    if (!now) return running.cancel()
    // This attempt has already ended, and another one may have started.
    if (this.#starting.get(id) !== attempt) return
    this.#starting.delete(id)
    this.#running.set(id, running)
    if (now.status !== 'uploading') running.pause()
  }

  #callbacks(item: UploadItem): UploadCallbacks {
    const { id } = item
    return {
      onProgress: (sentBytes) => {
        const now = this.#find(id)
        if (now?.status !== 'uploading') return
        // Bytes of an earlier attempt must not count towards this attempt's rate.
        const isFirst = now.sentBytes === 0 && sentBytes > 0
        this.#change(
          id,
          { sentBytes, ...(isFirst && { sentBefore: Math.min(now.sentBefore, sentBytes) }) },
          true,
        )
      },
      onDone: () => this.#done(item),
      onFailed: (failure) =>
        failure.reason === NAME_TAKEN ? void this.#retryWithNextName(item) : this.#fail(item, failure),
      onRetry: (failure) => {
        if (failure.status === 0) this.#unconfirmed.add(id)
        if (this.#isActive(id)) this.#change(id, { problem: problemMessage(failure, item) })
      },
    }
  }

  #done({ id, size }: UploadItem) {
    if (!this.#find(id)) return
    this.#outcome.stored += 1
    this.#release(id)
    void this.#deps.remove(id)
    this.#change(id, { status: 'stored', sentBytes: size, endedAt: Date.now() }, true)
    this.#advance()
  }

  /** Retries under the next free name when the name is taken, unless the file itself is already stored. */
  async #retryWithNextName(item: UploadItem) {
    const { id, name, path } = item
    const file = this.#files.get(id)
    const isStored = file && this.#unconfirmed.has(id) && (await this.#deps.isAlreadyStored(item, file))
    if (isStored) return this.#done(item)
    if (!file || !this.#find(id)) return
    const others = new Set(this.#items.map((other) => other.path))
    let free = nextPath(path, name)
    while (others.has(free)) free = nextPath(free, name)
    this.#running.delete(id)
    this.#starting.delete(id)
    const status = this.#isActive(id) ? 'waiting' : 'paused'
    this.#change(id, { path: free, sentBytes: 0, status }, true)
    void this.#deps.persist({ ...persistedPart(item), path: free, file })
    this.#advance()
  }

  #fail(item: UploadItem, failure: Pick<UploadFailure, 'status' | 'message'> & Partial<UploadFailure>) {
    if (!this.#isActive(item.id)) return
    this.#outcome.failed += 1
    this.#running.delete(item.id)
    this.#starting.delete(item.id)
    if (failure.status === 0) this.#unconfirmed.add(item.id)
    const { status, reason } = failure
    this.#change(item.id, {
      status: 'failed',
      problem: failureMessage(failure, item),
      failure: { status, reason },
    })
    this.#advance()
  }

  #find = (id: string) => this.#items.find((item) => item.id === id)
  #isActive = (id: string) => {
    const item = this.#find(id)
    return item !== undefined && isActive(item)
  }

  #release(id: string) {
    this.#running.delete(id)
    this.#starting.delete(id)
    this.#unconfirmed.delete(id)
    this.#files.delete(id)
  }

  #drop(id: string) {
    this.#release(id)
    void this.#deps.remove(id)
    this.#items = this.#items.filter((item) => item.id !== id)
    this.#notify()
  }

  /** Changes an item; `clearsProblem` also removes its problem and failure. */
  #change(id: string, change: Partial<UploadItem>, clearsProblem = false) {
    this.#items = this.#items.map((item) => {
      if (item.id !== id) return item
      const { problem, failure, ...rest } = item
      const problems = { ...(problem !== undefined && { problem }), ...(failure && { failure }) }
      return { ...rest, ...(!clearsProblem && problems), ...change }
    })
    this.#notify()
  }

  /** Throttled: progress of ten concurrent uploads would keep the page busy rendering. */
  #notify() {
    this.#notifyTimer ??= setTimeout(() => {
      this.#notifyTimer = undefined
      for (const listener of this.#listeners) listener()
    }, NOTIFY_INTERVAL_MS)
  }
}

import type {
  RunningUpload,
  UploadFailure,
  UploadOrder,
  UploadWatcher,
} from '../../../../api/resumable-upload.ts'
import { newId } from '../../../../lib/new-id.ts'
import { contentTypeOf } from './content-type.rules.ts'
import type { KeptUpload } from './kept-uploads.ts'
import {
  type ChosenFile,
  chunkSizeOf,
  mayRetry,
  NAME_TAKEN,
  nextPath,
  RETRY_DELAYS_MS,
  UPLOADS_AT_ONCE,
} from './upload.rules.ts'
import { begunWith, isOpen, isUnfinished, keptOf, type UploadItem, type UploadPlace } from './upload-item.ts'
import { failureWords, troubleWords } from './upload-words.rules.ts'

export interface QueueMeans {
  /** Who uploads. */
  userId: string
  start(order: UploadOrder, watcher: UploadWatcher): Promise<RunningUpload>
  keyOf(ref: string): () => Promise<string>
  keep(upload: KeptUpload): unknown
  forget(id: string): unknown
  /** Whether the very same bytes are where an upload goes. */
  isThere(upload: UploadItem, file: File): Promise<boolean>
  /** Nothing runs or waits any more; tells what became of the files since the last time. */
  onIdle(outcome: {
    stored: number
    failed: number
    buckets: readonly Pick<UploadPlace, 'ref' | 'bucket'>[]
  }): void
}

const PROGRESS_EVERY_MS = 150

/** Files on their way, some at a time. It belongs to no page: it goes on wherever the person looks. */
export class UploadQueue {
  #items: readonly UploadItem[] = []
  readonly #files = new Map<string, File>()
  readonly #running = new Map<string, RunningUpload>()
  readonly #starting = new Map<string, symbol>()
  /** Uploads that may have arrived without anybody having heard. */
  readonly #unsure = new Set<string>()
  readonly #watchers = new Set<() => void>()
  readonly #means: QueueMeans
  #outcome = { stored: 0, failed: 0 }
  #places = new Map<string, Pick<UploadPlace, 'ref' | 'bucket'>>()
  #telling: ReturnType<typeof setTimeout> | undefined

  constructor(means: QueueMeans) {
    this.#means = means
  }

  subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
  getSnapshot = () => this.#items

  add({ ref, bucket, folder, allowedTypes }: UploadPlace, files: readonly ChosenFile[]) {
    const added = files.map(({ file, path }) => ({
      id: newId(),
      userId: this.#means.userId,
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
    this.#take(added)
    for (const upload of added) void this.#means.keep(upload)
    this.#advance()
  }

  /** Takes up what an earlier load of the page left. */
  restore(kept: readonly KeptUpload[]) {
    const known = new Set(this.#items.map(({ id }) => id))
    const left = kept.filter(({ id }) => !known.has(id))
    this.#take(left)
    // The page may have gone away between the last byte and the answer.
    for (const { id } of left) this.#unsure.add(id)
    this.#advance()
  }

  #take(uploads: readonly KeptUpload[]) {
    for (const { id, file } of uploads) if (file) this.#files.set(id, file)
    this.#items = [...this.#items, ...uploads.map(begunWith)]
    this.#tell()
  }

  /** Gives an upload its file again. Says whether it is the one. */
  supply(id: string, file: File) {
    const item = this.#find(id)
    if (!item || file.size !== item.size || file.name !== item.name) return false
    this.#files.set(id, file)
    this.#change(id, { status: 'waiting' })
    this.#advance()
    return true
  }

  pause(id: string) {
    if (!this.#isOpen(id)) return
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

  /** The connection is there again: what failed for want of it continues by itself. */
  retryUnanswered() {
    for (const { id, status } of this.#items) if (status === 'failed' && this.#unsure.has(id)) this.resume(id)
  }

  cancel(id: string) {
    this.#running.get(id)?.cancel()
    this.#drop(id)
    this.#advance()
  }

  /** Gives everything up that has not arrived. Returns how many files it was. */
  cancelAll(): number {
    const open = this.#items.filter(({ status }) => status !== 'stored')
    for (const { id } of open) this.#running.get(id)?.cancel()
    for (const { id } of open) this.#drop(id)
    this.#outcome = { stored: this.#outcome.stored, failed: 0 }
    this.#advance()
    return open.length
  }

  /** Takes what is over off the list. */
  clearFinished() {
    for (const { id, status } of this.#items) if (status === 'stored' || status === 'failed') this.#drop(id)
  }

  #advance() {
    const free = UPLOADS_AT_ONCE - this.#items.filter(({ status }) => status === 'uploading').length
    for (const item of this.#items.filter(({ status }) => status === 'waiting').slice(0, Math.max(0, free)))
      this.#start(item)
    if (!this.#items.some(isOpen)) this.#rest()
  }

  #rest() {
    const { stored, failed } = this.#outcome
    if (stored + failed === 0) return
    this.#outcome = { stored: 0, failed: 0 }
    const buckets = [...this.#places.values()]
    this.#places.clear()
    this.#means.onIdle({ stored, failed, buckets })
  }

  #start(item: UploadItem) {
    const { id, ref, bucket, path, contentType } = item
    const file = this.#files.get(id)
    if (!file) return this.#change(id, { status: 'file-needed' })
    this.#places.set(JSON.stringify([ref, bucket]), { ref, bucket })
    this.#change(id, { status: 'uploading', startedAt: Date.now(), sentBefore: item.sentBytes }, true)
    const known = this.#running.get(id)
    if (known) return known.resume()
    // Paused and resumed before it had begun: that one attempt is enough.
    if (this.#starting.has(id)) return
    const attempt = Symbol(id)
    this.#starting.set(id, attempt)
    const order: UploadOrder = {
      ref,
      bucket,
      path,
      file,
      contentType,
      mayRetry,
      chunkSize: chunkSizeOf(file.size),
      retryDelaysMs: RETRY_DELAYS_MS,
      key: this.#means.keyOf(ref),
    }
    this.#means.start(order, this.#watch(item)).then(
      (running) => this.#begun(id, attempt, running),
      (error: Error) => this.#fail(item, { status: 0, message: error.message }),
    )
  }

  /** Does what was decided while it was starting. */
  #begun(id: string, attempt: symbol, running: RunningUpload) {
    const now = this.#find(id)
    if (!now) return running.cancel()
    // It is over already, and another attempt may have begun.
    if (this.#starting.get(id) !== attempt) return
    this.#starting.delete(id)
    this.#running.set(id, running)
    if (now.status !== 'uploading') running.pause()
  }

  #watch(item: UploadItem): UploadWatcher {
    const { id } = item
    return {
      onProgress: (sentBytes) => {
        const now = this.#find(id)
        if (now?.status !== 'uploading') return
        // An earlier attempt may have brought most of it: that is not the pace of this one.
        const isFirst = now.sentBytes === 0 && sentBytes > 0
        this.#change(
          id,
          { sentBytes, ...(isFirst && { sentBefore: Math.min(now.sentBefore, sentBytes) }) },
          true,
        )
      },
      onDone: () => this.#done(item),
      onFailed: (failure) =>
        failure.reason === NAME_TAKEN ? void this.#avoidTaken(item) : this.#fail(item, failure),
      onTrouble: (failure) => {
        if (failure.status === 0) this.#unsure.add(id)
        if (this.#isOpen(id)) this.#change(id, { trouble: troubleWords(failure, item) })
      },
    }
  }

  #done({ id, size }: UploadItem) {
    if (!this.#find(id)) return
    this.#outcome.stored += 1
    this.#letGo(id)
    void this.#means.forget(id)
    this.#change(id, { status: 'stored', sentBytes: size, endedAt: Date.now() }, true)
    this.#advance()
  }

  /** The name is taken, beyond what was known of the folder: the next one is tried, unless the file itself is there. */
  async #avoidTaken(item: UploadItem) {
    const { id, name, path } = item
    const file = this.#files.get(id)
    const isArrived = file && this.#unsure.has(id) && (await this.#means.isThere(item, file))
    if (isArrived) return this.#done(item)
    if (!file || !this.#find(id)) return
    const others = new Set(this.#items.map((other) => other.path))
    let free = nextPath(path, name)
    while (others.has(free)) free = nextPath(free, name)
    this.#running.delete(id)
    this.#starting.delete(id)
    const status = this.#isOpen(id) ? 'waiting' : 'paused'
    this.#change(id, { path: free, sentBytes: 0, status }, true)
    void this.#means.keep({ ...keptOf(item), path: free, file })
    this.#advance()
  }

  #fail(item: UploadItem, failure: Pick<UploadFailure, 'status' | 'message'> & Partial<UploadFailure>) {
    if (!this.#isOpen(item.id)) return
    this.#outcome.failed += 1
    this.#running.delete(item.id)
    this.#starting.delete(item.id)
    if (failure.status === 0) this.#unsure.add(item.id)
    const { status, reason } = failure
    this.#change(item.id, {
      status: 'failed',
      trouble: failureWords(failure, item),
      failure: { status, reason },
    })
    this.#advance()
  }

  #find = (id: string) => this.#items.find((item) => item.id === id)
  #isOpen = (id: string) => {
    const item = this.#find(id)
    return item !== undefined && isOpen(item)
  }

  #letGo(id: string) {
    this.#running.delete(id)
    this.#starting.delete(id)
    this.#unsure.delete(id)
    this.#files.delete(id)
  }

  #drop(id: string) {
    this.#letGo(id)
    void this.#means.forget(id)
    this.#items = this.#items.filter((item) => item.id !== id)
    this.#tell()
  }

  /** With `isWell`, what was the matter is over. */
  #change(id: string, change: Partial<UploadItem>, isWell = false) {
    this.#items = this.#items.map((item) => {
      if (item.id !== id) return item
      const { trouble, failure, ...rest } = item
      const known = { ...(trouble !== undefined && { trouble }), ...(failure && { failure }) }
      return { ...rest, ...(!isWell && known), ...change }
    })
    this.#tell()
  }

  /** Progress of ten files at once would keep the page busy with drawing. */
  #tell() {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      for (const watcher of this.#watchers) watcher()
    }, PROGRESS_EVERY_MS)
  }
}

import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'

const ENDPOINT = 'storage/v1/upload/resumable'
const CACHE_SECONDS = '3600'

export interface UploadOrder {
  ref: string
  bucket: string
  /** From the bucket's root. */
  path: string
  file: File
  contentType: string
  chunkSize: number
  retryDelaysMs: readonly number[]
  mayRetry(status: number): boolean
  /** A key of the project's API that is valid now. */
  key(): Promise<string>
}

export interface UploadWatcher {
  onProgress(sentBytes: number): void
  onDone(): void
  onFailed(failure: UploadFailure): void
  /** An attempt went wrong and another one follows. */
  onTrouble(failure: UploadFailure): void
}

export interface RunningUpload {
  pause(): void
  resume(): void
  /** Takes away what has been sent, here and on the server. */
  cancel(): void
}

/** Why an upload ended. The status is 0 when no answer came; the reason is the one that storage clients branch on. */
export class UploadFailure extends Error {
  readonly status: number
  readonly reason: string | undefined

  constructor(status: number, message: string, reason?: string) {
    super(message)
    this.name = 'UploadFailure'
    this.status = status
    this.reason = reason
  }
}

/** Sends a file in parts that survive a broken connection, and continues where an earlier attempt of it ended. */
export async function startUpload(order: UploadOrder, watcher: UploadWatcher): Promise<RunningUpload> {
  const { Upload } = await import('tus-js-client')
  const { ref, bucket, path, file } = order
  const endpoint = `${location.origin}/p/${ref}/${ENDPOINT}`
  const upload: Upload = new Upload(file, {
    endpoint,
    chunkSize: order.chunkSize,
    retryDelays: [...order.retryDelaysMs],
    uploadDataDuringCreation: true,
    removeFingerprintOnSuccess: true,
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: order.contentType,
      cacheControl: CACHE_SECONDS,
    },
    // Else errors are plain text, without the reason.
    headers: { 'x-source': 'dashboard', accept: 'application/json' },
    fingerprint: async () => ['basalt', ref, bucket, path, file.size, file.lastModified].join('/'),
    onBeforeRequest: async (request: HttpRequest) => {
      const key = await order.key()
      request.setHeader('apikey', key)
      request.setHeader('authorization', `Bearer ${key}`)
    },
    onProgress: (sent) => watcher.onProgress(sent),
    onSuccess: () => watcher.onDone(),
    onError: (error) => watcher.onFailed(failureOf(error, endpoint)),
    onShouldRetry: (error) => {
      const failure = failureOf(error, endpoint)
      const again = order.mayRetry(failure.status)
      if (again) watcher.onTrouble(failure)
      return again
    },
  })
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    // What cannot be taken away now expires by itself.
    cancel: () => void upload.abort(true).catch(() => undefined),
  }
}

function failureOf(error: Error | DetailedError, endpoint: string) {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) {
    const reached = 'originalRequest' in error && error.originalRequest
    return new UploadFailure(0, reached ? `${endpoint} does not answer` : error.message)
  }
  const { message, reason } = told(response.getBody())
  return new UploadFailure(response.getStatus(), message, reason)
}

function told(body: string): { message: string; reason?: string } {
  try {
    const { message, code } = JSON.parse(body) as { message?: unknown; code?: unknown }
    return {
      message: typeof message === 'string' ? message : body,
      ...(typeof code === 'string' && { reason: code }),
    }
  } catch {
    return { message: body }
  }
}

import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'

const ENDPOINT = 'storage/v1/upload/resumable'
const CACHE_SECONDS = '3600'

export interface UploadOptions {
  ref: string
  bucket: string
  /** From the bucket's root. */
  path: string
  file: File
  contentType: string
  chunkSize: number
  retryDelaysMs: readonly number[]
  mayRetry(status: number): boolean
  /** A currently valid key of the project's API. */
  key(): Promise<string>
}

export interface UploadCallbacks {
  onProgress(sentBytes: number): void
  onDone(): void
  onFailed(failure: UploadFailure): void
  /** An attempt failed and will be retried. */
  onRetry(failure: UploadFailure): void
}

export interface RunningUpload {
  pause(): void
  resume(): void
  /** Deletes the data sent so far, here and on the server. */
  cancel(): void
}

/**
 * Why an upload failed. `status` is 0 when there was no response; `reason` is the code that storage clients branch on.
 */
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

/** Uploads a file in chunks that survive a broken connection, resuming an earlier attempt. */
export async function startUpload(order: UploadOptions, watcher: UploadCallbacks): Promise<RunningUpload> {
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
    // Otherwise errors are plain text without the reason.
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
      if (again) watcher.onRetry(failure)
      return again
    },
  })
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    // If this fails, the server's copy expires by itself.
    cancel: () => void upload.abort(true).catch(() => undefined),
  }
}

function failureOf(error: Error | DetailedError, endpoint: string) {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) {
    const reached = 'originalRequest' in error && error.originalRequest
    return new UploadFailure(0, reached ? `${endpoint} does not answer` : error.message)
  }
  const { message, reason } = readErrorBody(response.getBody())
  return new UploadFailure(response.getStatus(), message, reason)
}

function readErrorBody(body: string): { message: string; reason?: string } {
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

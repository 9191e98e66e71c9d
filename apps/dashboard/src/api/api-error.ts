import type { ErrorBody } from '@basalt/contract/errors.ts'
import { aText, objectOf } from '../lib/shape.ts'

/** What every failed call rejects with. `code` is for branching, `message` is for showing. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }

  get code() {
    return this.body.code
  }

  get requestId() {
    return this.body.requestId
  }
}

/** Whether `error` is an ApiError with this code. */
export const failedWith = (error: unknown, code: ErrorBody['code']): error is ApiError =>
  error instanceof ApiError && error.code === code

/** The request id to look up in the server's log, for an ErrorPanel; undefined when there was no response. */
export const requestIdOf = (error: unknown): string | undefined =>
  (error instanceof ApiError && error.requestId) || undefined

/** Reads a failed response. A body that is not the server's error format comes from a proxy in between. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  if (isErrorBody(body)) return new ApiError(response.status, body)
  return new ApiError(response.status, {
    code: 'internal',
    message: `Something between this page and the server answered ${response.status}`,
    requestId: response.headers.get('x-request-id') ?? '',
  })
}

const Essentials = objectOf({ code: aText, message: aText, requestId: aText })
const isErrorBody = (body: unknown): body is ErrorBody => Essentials.safeParse(body).success

/** The error of a call that is not made because its project or organization is missing. */
export const incomplete = (message: string) =>
  new ApiError(400, { code: 'validation_failed', message, requestId: '' })

/** The server could not be reached at all. */
export const unreachable = () =>
  new ApiError(0, {
    code: 'instance_unavailable',
    message: `${location.origin} does not answer. Check that Basalt is running and try again.`,
    requestId: '',
  })

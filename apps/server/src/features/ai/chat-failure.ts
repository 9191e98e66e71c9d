import { AI_FAILED } from '@basalt/contract/ai/ai.rules.ts'
import { AppError } from '../../http/app-error.ts'
import { ERROR_MESSAGE_MAX } from './ai.rules.ts'

const OWNER = "the installation's owner"
const RETRY_AFTER_MAX_SECONDS = 3600

interface Refusal {
  status: number
  /** The body, as far as it was read. */
  body: string
  retryAfter: string | null
}

/** Converts the AI endpoint's error response into an error for the caller, without the key. */
export function chatRefusal({ status, body, retryAfter }: Refusal, model: string, secret?: string): AppError {
  if (status === 401 || status === 403)
    return aiError(`The AI endpoint does not accept the key of this installation. Ask ${OWNER} to change it.`)
  if (status === 404)
    return aiError(
      `The AI endpoint has no model ${model}, or its address is wrong. Ask ${OWNER} to change it.`,
    )
  if (status === 429)
    return new AppError(
      'rate_limited',
      'The AI endpoint received too many requests. Wait a little and try again.',
      retryAfterIn(retryAfter),
    )
  if (status >= 500) return aiError('The AI endpoint failed. Try again in a minute.')
  if (status >= 300 && status < 400)
    return aiError(`The AI endpoint has moved to another address. Ask ${OWNER} to change it.`)
  const reason = withoutSecrets(messageIn(body), secret)
  return aiError(reason === '' ? AI_FAILED : `The AI endpoint refused: ${reason}`)
}

/** Whether an error says that the model does not support tools; wording and status differ between endpoints. */
export const refusesTools = ({ status, body }: Refusal) =>
  [400, 404, 422, 501].includes(status) && /\btools?\b|\btool_|function.call/i.test(messageIn(body))

/** An error that the endpoint sends in the middle of an answer. */
export const streamError = (message: string, secret?: string): AppError => {
  const reason = withoutSecrets(message, secret)
  return aiError(reason === '' ? AI_FAILED : `The AI endpoint failed: ${reason}`)
}

export const aiError = (message: string, cause?: unknown) =>
  new AppError('upstream_failed', message, { cause })

export const unreachable = (cause: unknown) =>
  aiError(`The AI endpoint does not answer. Try again, or ask ${OWNER} whether it is running.`, cause)

export const timedOut = () => aiError('The AI endpoint took too long. Try again, or ask for less at once.')

export const protocolError = (cause?: unknown) =>
  aiError(`The AI endpoint is not compatible with the OpenAI API. Ask ${OWNER} to change its address.`, cause)

/** The error message in a body, whose format differs between endpoints; empty when there is none. */
export function messageIn(body: string): string {
  try {
    const parsed = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown }
    const error = typeof parsed.error === 'string' ? parsed.error : parsed.error?.message
    const message = error ?? parsed.message
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

/** Some endpoints repeat the key, in full or partly masked. */
function withoutSecrets(message: string, secret: string | undefined): string {
  const hidden = secret ? message.replaceAll(secret, '…') : message
  return hidden
    .replace(/\b(?:sk|key|Bearer)[-_ ][\w.*-]{6,}/gi, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MESSAGE_MAX)
    .toWellFormed()
}

function retryAfterIn(retryAfter: string | null) {
  const seconds = Number(retryAfter)
  return retryAfter !== null && seconds > 0 && seconds <= RETRY_AFTER_MAX_SECONDS
    ? { retryAfter: Math.ceil(seconds) }
    : {}
}

import { AI_FAILED } from '@basalt/contract/ai/ai.rules.ts'
import { AppError } from '../../http/app-error.ts'
import { REFUSAL_SHOWN } from './ai.rules.ts'

const OWNER = "the installation's owner"
const LONGEST_WAIT_SECONDS = 3600

interface Refusal {
  status: number
  /** The body, as far as it was read. */
  body: string
  retryAfter: string | null
}

/** The AI endpoint's refusal as an error for the caller. It never contains the key. */
export function chatRefusal({ status, body, retryAfter }: Refusal, model: string, secret?: string): AppError {
  if (status === 401 || status === 403)
    return failed(`The AI endpoint does not accept the key of this installation. Ask ${OWNER} to change it.`)
  if (status === 404)
    return failed(
      `The AI endpoint knows no model ${model}, or is not at this address. Ask ${OWNER} to change it.`,
    )
  if (status === 429)
    return new AppError('rate_limited', 'The AI endpoint is asked too often. Wait a little and try again.', {
      ...secondsOf(retryAfter),
    })
  if (status >= 500) return failed('The AI endpoint has a problem of its own. Try again in a minute.')
  if (status >= 300 && status < 400)
    return failed(`The AI endpoint has moved to another address. Ask ${OWNER} to change it.`)
  const reason = withoutSecrets(messageIn(body), secret)
  return failed(reason === '' ? AI_FAILED : `The AI endpoint refused: ${reason}`)
}

/** Whether an endpoint says that its model cannot use tools; each says it in other words and with another status. */
export const refusesTools = ({ status, body }: Refusal) =>
  [400, 404, 422, 501].includes(status) && /\btools?\b|\btool_|function.call/i.test(messageIn(body))

/** What an endpoint says after it had begun to answer. */
export const chatTrouble = (message: string, secret?: string): AppError => {
  const reason = withoutSecrets(message, secret)
  return failed(reason === '' ? AI_FAILED : `The AI endpoint gave up: ${reason}`)
}

export const failed = (message: string, cause?: unknown) =>
  new AppError('upstream_failed', message, { cause })

export const unreachable = (cause: unknown) =>
  failed(`The AI endpoint does not answer. Try again, or ask ${OWNER} whether it runs.`, cause)

export const tookTooLong = () => failed('The AI endpoint took too long. Try again, or ask for less at once.')

export const notTheProtocol = (cause?: unknown) =>
  failed(`The AI endpoint does not speak the protocol of OpenAI. Ask ${OWNER} to change its address.`, cause)

/** Endpoints wrap what they say in several ways. */
export function messageIn(body: string): string {
  try {
    const said = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown }
    const error = typeof said.error === 'string' ? said.error : said.error?.message
    const message = error ?? said.message
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

/** Some endpoints repeat the key they were given, whole or with stars in it. */
function withoutSecrets(message: string, secret: string | undefined): string {
  const hidden = secret ? message.replaceAll(secret, '…') : message
  return hidden
    .replace(/\b(?:sk|key|Bearer)[-_ ][\w.*-]{6,}/gi, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, REFUSAL_SHOWN)
    .toWellFormed()
}

function secondsOf(retryAfter: string | null) {
  const seconds = Number(retryAfter)
  return retryAfter !== null && seconds > 0 && seconds <= LONGEST_WAIT_SECONDS
    ? { retryAfter: Math.ceil(seconds) }
    : {}
}

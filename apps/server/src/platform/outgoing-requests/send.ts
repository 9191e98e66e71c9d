import { DELIVERY_TIMEOUT_MS } from '@basalt/contract/integrations/webhooks.rules.ts'
import { within } from '../within.ts'
import { type Connections, describeFailure, exchange } from './exchange.ts'
import type { Reach } from './private-networks.ts'
import { storableText } from './storable-text.ts'

/** How long the beginning of a response's body is waited for, once its status is known. */
const EXCERPT_WAIT_MS = 1_000
/** Bytes of the longest character. */
const CHARACTER_BYTES_MAX = 4

export interface WebhookRequest {
  url: string
  body: string | Buffer
  headers: Record<string, string>
  /** The addresses that may be sent to. */
  reach: Reach
  timeoutMs?: number
  /** Connections to use again; by default each request has its own. */
  connections?: Connections
  /** Ends the request early. */
  signal?: AbortSignal
  /** Characters of the response to return; by default none. */
  excerptMax?: number
}

export interface SendResult {
  isDelivered: boolean
  /** Undefined when there was no response. */
  status?: number
  /** The status, or why there is none. */
  answer: string
  /** Until the status was known. */
  durationMs: number
  /** The beginning of the response's body; null when none was asked for or arrived. */
  excerpt: string | null
}

/** Posts once, JSON unless the headers say otherwise, and waits for the status. Never throws: `answer` describes the status or the failure. */
export async function send(request: WebhookRequest): Promise<SendResult> {
  const { timeoutMs = DELIVERY_TIMEOUT_MS, excerptMax = 0, headers, ...rest } = request
  const start = performance.now()
  const elapsed = () => Math.round(performance.now() - start)
  try {
    const { status, body } = await exchange({
      ...rest,
      method: 'POST',
      timeoutMs,
      headers: { 'content-type': 'application/json', 'user-agent': 'Basalt-Webhooks', ...headers },
      bodyMax: excerptMax * CHARACTER_BYTES_MAX,
    })
    const durationMs = elapsed()
    const isDelivered = status >= 200 && status < 300
    return {
      isDelivered,
      status,
      answer: `Answered ${status}`,
      durationMs,
      excerpt: excerptMax === 0 ? null : await excerptOf(body, excerptMax),
    }
  } catch (error) {
    const answer = describeFailure(error, timeoutMs)
    return { isDelivered: false, answer, durationMs: elapsed(), excerpt: null }
  }
}

/** The status is what counts: a body that breaks off, or never ends, is no failure. */
async function excerptOf(body: Promise<Buffer>, characters: number): Promise<string | null> {
  const bytes = await within(
    EXCERPT_WAIT_MS,
    body.catch(() => undefined),
  )
  const text = bytes && storableText(bytes.toString()).slice(0, characters)
  return text ? text.toWellFormed() : null
}

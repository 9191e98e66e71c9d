import { functionOf } from '@basalt/contract/integrations/function-uri.rules.ts'
import { RESPONSE_EXCERPT_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { type SendResult, send, type WebhookRequest } from '../../platform/outgoing-requests/send.ts'
import { signedHeaders } from '../../platform/outgoing-requests/signature.ts'
import type { CallFunction } from './call-function.ts'
import { eventId } from './sent-event.ts'
import type { Destination } from './table-webhooks.store.ts'

interface Deps {
  /** The addresses that may be sent to. */
  reach: Reach
  callFunction: CallFunction
  now: () => Date
}

/** Makes one attempt to deliver an event of a project. Throws as `CallFunction`; `answer` says what the receiver refused. */
export type SendEvent = (
  ref: string,
  destination: Destination,
  event: { readonly id: string; readonly payload: string },
  options?: Pick<WebhookRequest, 'connections' | 'signal'>,
) => Promise<SendResult>

/** Sends events to HTTP addresses, signed, and to functions. */
export const eventSender =
  ({ reach, callFunction, now }: Deps): SendEvent =>
  (ref, destination, { id: event, payload }, options = {}) => {
    const { url, headers, secret, timeoutSeconds } = destination
    const id = eventId(destination, event)
    const target = functionOf(url)
    if (target) {
      const { signal } = options
      return callFunction(ref, { target, payload, id, timeoutSeconds, ...(signal && { signal }) })
    }
    return send({
      ...options,
      url,
      body: payload,
      headers: { ...headers, ...signedHeaders(secret, { id, body: payload, at: now() }) },
      reach,
      timeoutMs: timeoutSeconds * 1000,
      excerptMax: RESPONSE_EXCERPT_MAX,
    })
  }

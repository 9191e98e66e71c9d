import type { DatabaseFunction } from '@basalt/contract/integrations/function-uri.rules.ts'
import { RESPONSE_EXCERPT_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import { quoteQualified } from '@basalt/sql/quote.ts'
import { AppError } from '../../http/app-error.ts'
import { seconds } from '../../platform/outgoing-requests/exchange.ts'
import type { SendResult } from '../../platform/outgoing-requests/send.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import { SERVICE } from '../../platform/project-databases/database-caller.ts'
import { Disconnect } from '../../platform/project-databases/disconnect.ts'
import { QUERY_CANCELED } from '../../platform/project-databases/sql/sql-failed.ts'
import { within } from '../../platform/within.ts'

export interface FunctionCall {
  readonly target: DatabaseFunction
  /** JSON, which the function gets with `id` beside its fields. */
  readonly payload: string
  readonly id: string
  readonly timeoutSeconds: number
  /** Cancels the call. */
  readonly signal?: AbortSignal
}

/** Calls a function of a project. Never throws for what the database refuses: `answer` says what. */
export type CallFunction = (ref: string, call: FunctionCall) => Promise<SendResult>

/** How long a cancelled call is waited for, in milliseconds. */
const CANCEL_MS = 1_000

/**
 * Calls functions in projects' databases as `service_role`, each in its own transaction: what the function did is kept
 * exactly when the attempt counts as delivered, unless the answer is lost on its way.
 */
export const functionCalls =
  (databases: Pick<ApiConnections, 'once'>): CallFunction =>
  async (ref, { target, payload, id, timeoutSeconds, signal }) => {
    const start = performance.now()
    const name = quoteQualified(target.schema, target.name)
    const disconnect = new Disconnect()
    const { promise: cutOff, resolve: cut } = Promise.withResolvers<void>()
    const cancel = () => {
      disconnect.report(new Error('The call was cut off'))
      cut()
    }
    signal?.addEventListener('abort', cancel, { once: true })
    const ended = (isDelivered: boolean, answer: string, excerpt: string | null): SendResult => ({
      isDelivered,
      answer,
      durationMs: Math.round(performance.now() - start),
      excerpt,
    })
    try {
      const called = databases.once(
        ref,
        {
          ...SERVICE,
          settings: { statement_timeout: `${timeoutSeconds}s` },
          group: 'webhooks',
          lane: name,
          disconnect,
        },
        {
          text: `select pg_catalog.left((${name}($1::pg_catalog.jsonb || pg_catalog.jsonb_build_object('id', $2::pg_catalog.text)))::pg_catalog.text, ${RESPONSE_EXCERPT_MAX})`,
          values: [payload, id],
        },
      )
      // One that still waits for a database that is about to stop would keep it from stopping, and is not made any more.
      const rows = await Promise.race([called, cutOff.then(() => within(CANCEL_MS, called))])
      if (!rows) throw new AppError('instance_unavailable', 'The call was cut off')
      const [[result = null] = []] = rows
      return ended(true, 'The function returned', result === '' ? null : result)
    } catch (error) {
      if (error instanceof AppError) return ended(false, error.message, null)
      const { code, severity, message } = error as { code?: string; severity?: string; message: string }
      if (severity === undefined) throw error
      if (code === QUERY_CANCELED)
        return ended(false, `No result within ${seconds(timeoutSeconds * 1000)}`, null)
      return ended(
        false,
        `The function failed (${code})`,
        message.slice(0, RESPONSE_EXCERPT_MAX).toWellFormed(),
      )
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import {
  FUNCTION_HOOK_MS,
  HOOK_ANSWER_MAX_BYTES,
  type HookKind,
  HTTP_HOOK_MS,
  hookTarget,
} from '@basalt/contract/auth/auth-hooks.rules.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { describeFailure, exchange, TimedOut } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { signedHeaders } from '../../platform/outgoing-requests/signature.ts'
import { QUERY_CANCELED } from '../../platform/project-databases/sql/sql-failed.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'

/** Answers upon which an endpoint is asked again. */
const RETRIED = [429, 503]
const ATTEMPTS = 3
const RETRY_MS = 300

export type HookAnswer = Record<string, unknown>

interface Deps {
  database: AuthDatabase
  settings: Pick<AuthSettingsStore, 'secret'>
  /** The addresses that may be sent to. */
  reach: Reach
  now: () => Date
}

export type AuthHooks = ReturnType<typeof authHooks>

/** Code of a project's owner that takes part in signing in. */
export function authHooks({ database, settings: settingsOf, reach, now }: Deps) {
  const callFunction = async (
    ref: string,
    { schema, name }: { schema: string; name: string },
    input: object,
  ) => {
    try {
      const [answer] = await database.json<unknown>(
        ref,
        `select to_jsonb(${quoteIdentifier(schema)}.${quoteIdentifier(name)}($1::jsonb))`,
        [JSON.stringify(input)],
        { timeoutMs: FUNCTION_HOOK_MS },
      )
      return answer
    } catch (error) {
      if ((error as { code?: unknown }).code === QUERY_CANCELED)
        throw new AuthError(
          'hook_timeout',
          `Hook ${schema}.${name} took longer than ${FUNCTION_HOOK_MS / 1000} seconds`,
        )
      if ((error as { severity?: unknown }).severity === undefined) throw error
      throw failed(`The function ${schema}.${name} failed: ${(error as Error).message}`, error)
    }
  }

  const send = async (url: string, secret: string, body: string) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Basalt-Auth-Hooks',
      ...signedHeaders(secret.replace(/^v1,/, ''), { id: `msg_${randomUUID()}`, body, at: now() }),
    }
    try {
      const {
        status,
        headers: sent,
        body: reading,
      } = await exchange({
        method: 'POST',
        url,
        headers,
        body,
        reach,
        timeoutMs: HTTP_HOOK_MS,
        bodyMax: HOOK_ANSWER_MAX_BYTES + 1,
      })
      return { status, type: sent['content-type'] ?? '', bytes: await reading }
    } catch (error) {
      if (error instanceof TimedOut)
        throw new AuthError(
          'hook_timeout',
          `Failed to reach hook within maximum time of ${HTTP_HOOK_MS / 1000} seconds`,
        )
      throw failed(`Failed to reach hook: ${describeFailure(error, HTTP_HOOK_MS)}`, error)
    }
  }

  const callEndpoint = async (url: string, secret: string, input: object): Promise<unknown> => {
    const body = JSON.stringify(input)
    for (let attempt = 1; ; attempt += 1) {
      const { status, type, bytes } = await send(url, secret, body)
      if (RETRIED.includes(status)) {
        if (attempt === ATTEMPTS)
          throw new AuthError('hook_timeout_after_retry', `Hook answered ${status} ${ATTEMPTS} times`)
        await setTimeout(RETRY_MS * attempt)
        continue
      }
      if (status === 204) return {}
      if (bytes.length > HOOK_ANSWER_MAX_BYTES)
        throw new AuthError(
          'hook_payload_over_size_limit',
          `The answer of the hook has more than ${HOOK_ANSWER_MAX_BYTES} bytes`,
        )
      const isJson = /^application\/json\b/i.test(type)
      if (status < 200 || status >= 300) {
        // An endpoint may refuse with a status of its own.
        if (isJson) mustNotRefuse(jsonIn(bytes))
        throw failed(`Unexpected status code returned from hook: ${status}`)
      }
      if (bytes.length === 0) return {}
      if (!isJson)
        throw new AuthError(
          'hook_payload_invalid_content_type',
          'Invalid JSON response. Received content-type: '.concat(type.slice(0, 100)),
        )
      return jsonIn(bytes)
    }
  }

  return {
    isEnabled: ({ hooks }: AuthSettings, kind: HookKind) => hooks[kind]?.enabled === true,

    /**
     * Calls a hook; resolves to its answer, or to undefined when there is none. Throws the refusal that the hook asks
     * for, and AuthError when it does not answer as it should.
     */
    async run(
      ref: string,
      { hooks }: AuthSettings,
      kind: HookKind,
      input: object,
    ): Promise<HookAnswer | undefined> {
      const hook = hooks[kind]
      if (!hook?.enabled) return undefined
      const target = hookTarget(hook.uri)
      if (!target) throw failed(`The hook ${kind} has no valid address`)
      const answer =
        target.kind === 'function'
          ? await callFunction(ref, target, input)
          : await callEndpoint(target.url, (await settingsOf.secret(ref, `hook ${kind}`)) ?? '', input)
      // A function without a result, such as one that returns void.
      if (answer === null || answer === undefined || answer === '') return {}
      mustNotRefuse(answer)
      if (typeof answer !== 'object' || Array.isArray(answer))
        throw failed(`The hook ${kind} must answer an object`)
      return answer as HookAnswer
    },
  }
}

/** Throws what a hook says is wrong: `{error: {http_code, message}}`. */
function mustNotRefuse(answer: unknown) {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return
  const { error } = answer
  if (typeof error !== 'object' || error === null) throw failed('The error of the hook must be an object')
  const { http_code, message } = error as { http_code?: unknown; message?: unknown }
  const isStatus = Number.isInteger(http_code) && Number(http_code) >= 400 && Number(http_code) < 600
  throw new AuthError(
    'unexpected_failure',
    typeof message === 'string' && message ? message : 'Refused by a hook',
    {
      status: isStatus ? Number(http_code) : 500,
    },
  )
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch (cause) {
    throw failed('The answer of the hook is not JSON', cause)
  }
}

const failed = (message: string, cause?: unknown) => new AuthError('unexpected_failure', message, { cause })

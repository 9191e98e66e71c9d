import { createHash } from 'node:crypto'
import { describeFailure, exchange } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { LeakedList } from './leaked-list.ts'

const TIMEOUT_MS = 5_000
/** A range has about 1,000 lines of 40 bytes. */
const ANSWER_MAX_BYTES = 256 * 1024
/** Characters of the hash that the service learns. */
const PREFIX = 5

export type LeakedPasswords = ReturnType<typeof leakedPasswords>

interface Deps {
  reach: Reach
  /** The operator's own list; undefined without one. */
  list: LeakedList | undefined
  failed(error: unknown, ref?: string): void
}

/**
 * Looks a new password up among leaked ones: at the service that the project has turned on, and in the operator's list when
 * it is off or does not answer. The service learns the first five characters of its SHA-1, which some 800 leaked passwords
 * share. Throws `weak_password`. When neither can be asked, the password is accepted and `failed` is called: sign-ups must
 * not depend on it.
 */
export function leakedPasswords({ reach, list, failed }: Deps) {
  /** Undefined when it does not answer. */
  const atService = async ({ ref, settings }: Call, hash: string) => {
    try {
      const { status, body } = await exchange({
        method: 'GET',
        url: `${settings.password_hibp_url.replace(/\/+$/, '')}/range/${hash.slice(0, PREFIX)}`,
        // The number of lines then does not tell the prefix either.
        headers: { 'add-padding': 'true', 'user-agent': 'Basalt' },
        reach,
        timeoutMs: TIMEOUT_MS,
        bodyMax: ANSWER_MAX_BYTES,
      })
      if (status !== 200) throw new Error(`It answered ${status}`)
      return includes((await body).toString(), hash.slice(PREFIX))
    } catch (cause) {
      const reason = describeFailure(cause, TIMEOUT_MS)
      failed(new Error(`A password was not looked up among leaked ones: ${reason}`, { cause }), ref)
      return undefined
    }
  }

  const inList = async ({ ref }: Call, hash: Buffer) => {
    try {
      return (await list?.has(hash)) ?? false
    } catch (cause) {
      failed(new Error('The list of leaked passwords cannot be read', { cause }), ref)
      return false
    }
  }

  return async (call: Call, password: string) => {
    const isAsked = call.settings.password_hibp_enabled
    if (!isAsked && list === undefined) return
    const hash = createHash('sha1').update(password).digest()
    const answer = isAsked ? await atService(call, hash.toString('hex').toUpperCase()) : undefined
    if (!(answer ?? (await inList(call, hash)))) return
    throw new AuthError(
      'weak_password',
      'Password is known to be weak and easy to guess, please choose a different one.',
      { reasons: ['pwned'] },
    )
  }
}

type Call = Pick<AuthCall, 'ref' | 'settings'>

/** Lines are the rest of a hash and how often it was leaked; padding has zero. */
const includes = (lines: string, rest: string) =>
  lines.split(/\r?\n/).some((line) => {
    const [hash, count] = line.split(':')
    return hash?.toUpperCase() === rest && Number(count) > 0
  })

import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AccessChanged, type EarlyAccess } from './gate.ts'

/** What `gates.projectEarly` passes on, and whether that holds: rejects when it does not. */
type Early<I extends EarlyAccess> = I & { readonly confirmed: Promise<void> }

/**
 * A handler behind `gates.projectEarly`, for reads that cause nothing: it begins with what is known of the caller, while
 * the metadata are asked whether that still holds. Nothing is sent before they said so. When the caller is refused, the
 * work is cancelled, and they get that answer; when they may do something else than before, it begins again.
 */
export const earlyRead =
  <I extends EarlyAccess, T>(
    read: (input: Early<I>, request: FastifyRequest, reply: FastifyReply) => Promise<T>,
  ) =>
  async (input: I, request: FastifyRequest, reply: FastifyReply): Promise<T> => {
    // Deferred, so that the statements of the work are on their way first.
    const confirmed = input.isConfirmed ? CONFIRMED : setImmediate().then(input.confirm)
    const reading = read({ ...input, confirmed }, request, reply)
    // Thrown below, unless the caller was refused.
    reading.catch(() => undefined)
    try {
      await confirmed
    } catch (error) {
      if (!(error instanceof AccessChanged)) throw error
      return read({ ...input, ...error.found, confirmed: CONFIRMED }, request, reply)
    }
    return reading
  }

const CONFIRMED = Promise.resolve()

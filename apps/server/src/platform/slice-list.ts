import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { allowSockets } from '../http/mount-socket.ts'
import type { Slice } from './slice.ts'

/** The features of a server, in the order in which they are added. */
export function sliceList(log: FastifyBaseLogger) {
  const slices: Slice[] = []
  const forAll = async (part: (slice: Slice) => unknown) => void (await Promise.all(slices.map(part)))

  /** A feature that fails to close must not keep the others from writing what they hold. */
  const close = async () => {
    for (const slice of slices.toReversed())
      try {
        await slice.close?.()
      } catch (error) {
        log.error({ err: error }, 'Closing a feature failed')
      }
  }

  return {
    /** Returns the slice, for the features that build on it. */
    add<S extends Slice>(slice: S): S {
      slices.push(slice)
      return slice
    },

    /** Mounts all routes, and closes all features once no request is left. */
    async mountOn(app: FastifyInstance) {
      app.addHook('onClose', close)
      for (const slice of slices) await slice.routes?.(app)
      await app.register(async (child) => {
        await allowSockets(child)
        for (const slice of slices) slice.sockets?.(child)
      })
    },

    start(resumed: Promise<unknown>) {
      for (const slice of slices) slice.start?.(resumed)
    },

    release: (ref: string) => forAll((slice) => slice.release?.(ref)),
    forget: (ref: string) => forAll((slice) => slice.forget?.(ref)),
    jobs: () => slices.flatMap((slice) => slice.jobs ?? []),
  }
}

import { Readable } from 'node:stream'
import { followEvents, streamEvents } from '@basalt/contract/events/events.endpoints.ts'
import { QUIET_EVENT } from '@basalt/contract/events/events.rules.ts'
import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller, Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { mountSocket } from '../../http/mount-socket.ts'
import { type IsCredentialValid, watchAccess } from '../../http/watch-access.ts'
import type { Audience, EventBus } from '../../platform/event-bus.ts'
import { recentEvents } from './recent-events.ts'

/** How often to send a comment line, so that proxies keep the stream open and a lost connection is noticed. */
const KEEP_ALIVE_MS = 20_000

export interface EventDeps {
  gates: Gates
  bus: EventBus
  isCredentialValid: IsCredentialValid
  /** Checked for each event, so that members who leave an organization or a project receive no more of its events. */
  mayReceiveEvents(userId: string, organizationId: string, event: PlatformEvent): Promise<boolean>
}

/** Passes on events as they happen, to the callers whom they concern. */
function audienceOf({ bus, mayReceiveEvents }: EventDeps, { log }: FastifyInstance) {
  const concerns = async (audience: Audience, event: PlatformEvent, userId: string) =>
    'userId' in audience
      ? audience.userId === userId
      : mayReceiveEvents(userId, audience.organizationId, event).catch((error) => {
          log.error({ err: error }, 'An event was withheld because checking its audience failed')
          return false
        })
  return {
    concerns,
    /** Returns a function that unsubscribes. */
    subscribe: ({ userId }: Caller, listener: (event: PlatformEvent) => void) =>
      bus.subscribe(async (audience, event) => {
        if (await concerns(audience, event, userId)) listener(event)
      }),
  }
}

export const eventRoutes = (deps: EventDeps) => async (app: FastifyInstance) => {
  const { gates, bus, isCredentialValid } = deps
  const open = new Set<Readable>()
  const recent = recentEvents(bus)
  const { concerns, subscribe } = audienceOf(deps, app)
  app.addHook('preClose', async () => {
    recent.stop()
    for (const stream of open) stream.destroy()
  })

  mount(app, streamEvents, gates.user, ({ caller }, request, reply) => {
    reply.header('x-accel-buffering', 'no')
    const stream = new Readable({ read: () => undefined })
    stream.push(': open\n\n')
    const keepAlive = setInterval(() => stream.push(':\n\n'), KEEP_ALIVE_MS)
    const send = (text: string) => void (stream.destroyed || stream.push(text))
    const unsubscribe = subscribe(caller, (event) => send(`data: ${JSON.stringify(event)}\n\n`))
    void recent
      .quietMs((audience, event) => concerns(audience, event, caller.userId))
      .then((quietMs) => send(`event: ${QUIET_EVENT}\ndata: ${Math.floor(quietMs)}\n\n`))
    open.add(stream)
    const stopChecking = watchAccess(
      request,
      () => isCredentialValid(request),
      () => void stream.destroy(),
    )
    stream.once('close', () => {
      clearInterval(keepAlive)
      stopChecking()
      unsubscribe()
      open.delete(stream)
    })
    return stream
  })
}

/** The events over a WebSocket. */
export function mountEventSocket(app: FastifyInstance, deps: EventDeps) {
  const { subscribe } = audienceOf(deps, app)
  mountSocket(app, followEvents, deps.gates.user, (connection, { caller }, request) => {
    const unsubscribe = subscribe(caller, connection.send)
    const stopChecking = watchAccess(
      request,
      () => deps.isCredentialValid(request),
      () => connection.refuse('The session or token that opened this has ended'),
    )
    connection.ended.addEventListener('abort', () => {
      unsubscribe()
      stopChecking()
    })
  })
}

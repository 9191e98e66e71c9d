import { createGateway, type Gateway } from '../gateway.ts'
import { type Calls, Conversation, reasonOf } from './messages.ts'

// The gateway process. It only knows what its parent process tells it, and ends with the parent.

let gateway: Gateway | undefined
const opened = (): Gateway => {
  if (!gateway) throw new Error('The gateway has not been started')
  return gateway
}

type Mine = 'start' | 'listen' | 'unlisten' | 'disconnect' | 'release' | 'statistics' | 'close'
type Theirs = 'resolve' | 'endpoint' | 'loggedIn' | 'log'

const parent = new Conversation<Mine, Theirs>(
  { send: (envelope) => process.send?.(envelope) },
  {
    async start({ listeners, tls, limits }: Calls['start']['asks']) {
      gateway = await createGateway({
        listeners,
        ...(tls && { tls }),
        ...(limits && { limits }),
        async resolve(login) {
          const route = await parent.ask('resolve', login)
          return route && { ...route, endpoint: () => parent.ask('endpoint', route.group) }
        },
        onLogin: (login, isIn) => void parent.ask('loggedIn', { login, isIn }),
        log: (line) => void parent.ask('log', line),
      })
      return { ...gateway.ports }
    },
    listen: (listener) => opened().listen(listener),
    unlisten: (name) => void opened().unlisten(name),
    disconnect: ({ group, only, why }) => void opened().disconnect(group, only, reasonOf(why)),
    release: (group) => opened().release(group),
    statistics: () => opened().statistics(),
    close: async ({ drainMs }) => {
      await opened().close(drainMs === undefined ? {} : { drainMs })
      return undefined
    },
  },
)

process.on('message', (message) => void parent.receive(message))
process.on('disconnect', () => process.exit(0))
// A terminal signals the whole group, but the parent process decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

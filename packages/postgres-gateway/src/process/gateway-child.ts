import { createGateway, type Gateway } from '../gateway.ts'
import { poolName } from '../resolver.ts'
import { type Calls, RpcPeer, reasonOf } from './rpc.ts'

// Entry point of the gateway process. It knows only what its parent process sends, and exits with it.

let gateway: Gateway | undefined
const running = (): Gateway => {
  if (!gateway) throw new Error('The gateway has not been started')
  return gateway
}

type Served = 'start' | 'listen' | 'unlisten' | 'disconnect' | 'release' | 'statistics' | 'close'
type Called = 'resolve' | 'endpoint' | 'loggedIn' | 'log'

const parent = new RpcPeer<Served, Called>(
  { send: (envelope) => process.send?.(envelope) },
  {
    async start({ listeners, tls, limits }: Calls['start']['request']) {
      gateway = await createGateway({
        listeners,
        ...(tls && { tls }),
        ...(limits && { limits }),
        async resolve(login) {
          const route = await parent.call('resolve', login)
          return route && { ...route, endpoint: () => parent.call('endpoint', poolName(route)) }
        },
        onLogin: (login, isIn) => void parent.call('loggedIn', { login, isIn }),
        log: (line) => void parent.call('log', line),
      })
      return { ...gateway.ports }
    },
    listen: (listener) => running().listen(listener),
    unlisten: (name) => void running().unlisten(name),
    disconnect: ({ group, only, why }) => void running().disconnect(group, only, reasonOf(why)),
    release: (group) => running().release(group),
    statistics: () => running().statistics(),
    close: async ({ drainMs }) => {
      await running().close(drainMs === undefined ? {} : { drainMs })
      return undefined
    },
  },
)

process.on('message', (message) => void parent.receive(message))
process.on('disconnect', () => process.exit(0))
// A terminal signals the whole process group, but the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

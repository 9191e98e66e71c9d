import { mountSocket } from '../../http/mount-socket.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { followClock } from './clock.endpoints.ts'

export const clockSlice = ({ gates, now }: Platform): Slice => ({
  sockets: (app) =>
    mountSocket(app, followClock, gates.user, (connection) => {
      const timer = setInterval(() => connection.send({ now: now().toISOString() }), 1000)
      connection.ended.addEventListener('abort', () => clearInterval(timer))
    }),
})

import { endpoint } from '@basalt/contract/endpoint.ts'
import { z } from 'zod'

export const followClock = endpoint({
  name: 'followClock',
  method: 'GET',
  path: '/platform/clock',
  summary: "The server's time, once a second",
  response: z.object({ now: z.iso.datetime() }),
  media: 'socket',
})

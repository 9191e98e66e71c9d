import { endpoint } from '../endpoint.ts'
import { PlatformEvent } from './events.schema.ts'

export const streamEvents = endpoint({
  name: 'streamEvents',
  method: 'GET',
  path: '/platform/events',
  summary: 'Server-sent events about everything the caller may see',
  response: PlatformEvent,
  media: 'event-stream',
})

export const followEvents = endpoint({
  name: 'followEvents',
  method: 'GET',
  path: '/platform/events/socket',
  summary: 'The same events over a WebSocket',
  response: PlatformEvent,
  media: 'socket',
})

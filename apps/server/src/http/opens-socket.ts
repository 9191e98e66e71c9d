import type { IncomingMessage } from 'node:http'

/** Whether a request asks for a WebSocket. Other upgrades, such as to HTTP/2, are ignored, as HTTP allows. */
export const opensSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

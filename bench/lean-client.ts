import { once } from 'node:events'
import net from 'node:net'

const HEAD_END = '\r\n\r\n'

export interface LeanReply {
  status: number
  body: Buffer
}

/**
 * A client with minimal overhead, so that the server is what is measured: one connection, one request at a time, written
 * as prepared bytes. Supports responses with a content-length or without a body.
 */
export async function leanClient(port: number) {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  let pending: { resolve(reply: LeanReply): void; reject(error: Error): void } | undefined
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const head = received.indexOf(HEAD_END)
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, head))?.[1] ?? 0)
    if (received.length < head + HEAD_END.length + length) return
    const status = Number(received.toString('latin1', 9, 12))
    const body = received.subarray(head + HEAD_END.length)
    received = Buffer.alloc(0)
    pending?.resolve({ status, body })
    pending = undefined
  })
  socket.on('close', () => pending?.reject(new Error('The server closed the connection')))
  socket.on('error', () => undefined)
  return {
    /** Rejects when the server has closed the connection. */
    send: (request: Buffer) =>
      new Promise<LeanReply>((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The server closed the connection'))
        pending = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** A request, as bytes. */
export function requestBytes(method: string, path: string, headers: Record<string, string>, body = '') {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

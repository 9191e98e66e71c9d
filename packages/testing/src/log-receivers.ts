import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gunzipSync } from 'node:zlib'

export interface ReceivedBatch {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Decompressed. */
  readonly body: string
}

/** How a receiver treats the next requests; `accept` by default. */
export type Behaviour = (response: ServerResponse, batch: ReceivedBatch) => unknown

/** A receiver of logs over HTTP. `accepted` has what it has confirmed. */
export async function openLogReceiver() {
  const accepted: ReceivedBatch[] = []
  const received: ReceivedBatch[] = []
  let behaviour: Behaviour = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const bytes = Buffer.concat(chunks)
    const isZipped = request.headers['content-encoding'] === 'gzip'
    const body = (isZipped ? gunzipSync(bytes) : bytes).toString()
    const batch = { path: request.url ?? '', headers: request.headers, body }
    received.push(batch)
    response.on('finish', () => response.statusCode < 300 && accepted.push(batch))
    behaviour(response, batch)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    accepted,
    received,
    origin: `http://127.0.0.1:${port}`,
    /** The objects of confirmed JSON lines. */
    lines: () =>
      accepted.flatMap(({ body }) =>
        body
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      ),
    behaves(next: Behaviour) {
      behaviour = next
    },
    answers(status: number, body = '') {
      behaviour = (response) => response.writeHead(status).end(body)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A receiver of syslog messages with lengths in front; over TLS when it is given a certificate. */
export async function openSyslogReceiver(tls?: { cert: string; key: string }) {
  const messages: string[] = []
  let isDeaf = false
  const accept = (socket: Socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    // Closes without having read what has arrived.
    if (isDeaf) return void socket.pause().once('readable', () => socket.resetAndDestroy())
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      for (;;) {
        const space = bytes.indexOf(0x20)
        const length = Number(bytes.toString('latin1', 0, Math.max(0, space)))
        if (space < 0 || bytes.length < space + 1 + length) return
        messages.push(bytes.toString('utf8', space + 1, space + 1 + length))
        bytes = bytes.subarray(space + 1 + length)
      }
    })
  }
  const server = tls ? createTlsServer(tls, accept) : createTcpServer(accept)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    messages,
    port: (server.address() as AddressInfo).port,
    isDeaf(next: boolean) {
      isDeaf = next
    },
    async [Symbol.asyncDispose]() {
      await new Promise((closed) => server.close(closed))
    },
  }
}

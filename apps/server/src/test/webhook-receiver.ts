import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A local receiver of webhooks that stores what it receives and answers with a given status. */
export async function openReceiver() {
  const received: Received[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
    response
      .writeHead(status, status === 302 ? { location: '/elsewhere' } : {})
      .end('a secret of the receiver')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    origin,
    url: `${origin}/hooks/xoxb-very-secret`,
    answers(next: number) {
      status = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getLiveness } from '@basalt/contract/installation/installation.endpoints.ts'

/** Seconds after which to retry a request that arrived while the server was starting. */
const RETRY_AFTER_S = 1

const STARTING = 'Basalt is starting. Try again in a moment.'

/**
 * Listens before anything else is open, so that a supervisor can tell a starting server from a dead one, and a taken
 * port is found before any database starts. Answers `/health/live`, and 503 to everything else.
 */
export async function listenEarly({ host, port, version }: { host: string; port: number; version: string }) {
  const server = createServer((request, response) => answer(request, response, version))
  const listening = once(server, 'listening')
  server.listen({ host, port })
  await listening
  let isHandedOver = false
  return {
    /**
     * The listening handle for another server, which takes over without refusing a connection.
     * Node documents that a server may listen on the handle of another one.
     */
    handOver() {
      isHandedOver = true
      server.closeIdleConnections()
      return (server as unknown as { _handle: object })._handle
    },

    /** Stops listening, unless another server has taken over. */
    close() {
      if (isHandedOver) return
      server.close()
      server.closeAllConnections()
    },
  }
}

function answer(request: IncomingMessage, response: ServerResponse, version: string) {
  // The next request on this connection goes to the server that takes over.
  response.setHeader('connection', 'close')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  const path = (request.url ?? '').split('?')[0]
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && path === getLiveness.path) return sendJson(response, 200, { status: 'ok', version })
  response.setHeader('retry-after', String(RETRY_AFTER_S))
  if (isRead && request.headers.accept?.includes('text/html')) return sendPage(response)
  const requestId = randomUUID()
  response.setHeader('x-request-id', requestId)
  sendJson(response, 503, { code: 'instance_unavailable', message: STARTING, requestId })
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** For a browser that was opened too early. The page reloads by itself. */
function sendPage(response: ServerResponse) {
  response
    .writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_AFTER_S}"><title>Basalt is starting</title><p>${STARTING}</p></html>`,
    )
}

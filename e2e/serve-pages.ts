import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves a folder as static files on a free port. */
export async function servePages(folder: string) {
  const server = createServer(({ url = '/' }, response) => {
    const requested = path.join(folder, new URL(url, 'http://pages').pathname)
    const file = requested.endsWith(path.sep) ? path.join(requested, 'index.html') : requested
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inRepository } from '../scripts/repository.ts'

/** A site on another origin: one page with the browser build of the client library. */
export async function openAppSite() {
  const library = inRepository('node_modules/@supabase/supabase-js/dist/umd/supabase.js')
  const server = createServer(({ url }, reply) => {
    reply.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
    if (url === '/') reply.end('<!doctype html><title>An app</title><script src="/supabase.js"></script>')
    else if (url === '/supabase.js') createReadStream(library).pipe(reply)
    else reply.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.dispose]: () => void server.close(),
  }
}

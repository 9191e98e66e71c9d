import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The least that answers an app with a user: `pg` behind Node's own HTTP server, without checking who asks. Runs the
 * statement that is named after the method with the id behind the slash, and sends its only column. Started as a process
 * of its own with the connection, its size and the statements as JSON; prints its port.
 */
const { statements, ...connection } = JSON.parse(process.argv[2]!) as pg.PoolConfig & {
  statements: Record<string, string>
}
const pool = new pg.Pool(connection)
const server = http.createServer(async ({ method = '', url = '' }, response) => {
  const { rows } = await pool.query({ name: method, text: statements[method]!, values: [url.slice(1)] })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows[0].user))
})
process.once('disconnect', () => process.exit())
// Its clients wait while others are measured.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

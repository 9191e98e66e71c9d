import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The least that answers a browser with rows: `pg` behind Node's own HTTP server, without checking who asks or what is in
 * the table. Started as a process of its own with the connection and the statement as JSON; prints its port.
 */
const { statement, ...connection } = JSON.parse(process.argv[2]!)
const AS_TEXT = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig
const pool = new pg.Pool({ ...connection, max: 1 })
const server = http.createServer(async (_request, response) => {
  const { rows, fields } = await pool.query({ text: statement, rowMode: 'array', types: AS_TEXT })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ columns: fields.map(({ name }) => name), rows }))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

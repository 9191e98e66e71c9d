import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** What a request of one method runs, with what is behind the slash as its parameter if it has one, and how it is answered. */
export interface BareAnswer {
  statement: string
  /**
   * All columns and rows as text; the only column of the only row; or the tokens of a session and its user, which is that
   * column: the session is in the body, as `refresh_token`.
   */
  form: 'table' | 'value' | 'session'
}

export interface BareServer extends pg.PoolConfig {
  /** By method. */
  answers: Record<string, BareAnswer>
}

/**
 * The least that answers an app or a browser from a database: `pg` behind Node's own HTTP server, without checking who
 * asks. Started as a process of its own with its settings as JSON; prints its port.
 */
const { answers, ...connection } = JSON.parse(process.argv[2]!) as BareServer
const pool = new pg.Pool(connection)
const AS_TEXT = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig
const SECRET = 'k7Rw2pXq-MzTd9-k7Rw2pXq-MzTd9-k7'
const VALID_SECONDS = 3600

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

async function bodyOf(request: http.IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

/** Tokens with the claims that an app reads. */
function sessionOf(session_id: string, user: Record<string, unknown>) {
  const iat = Math.floor(Date.now() / 1000)
  const { id, aud, role, email, phone, raw_app_meta_data, raw_user_meta_data } = user
  const metadata = { app_metadata: raw_app_meta_data, user_metadata: raw_user_meta_data }
  const claims = { sub: id, aud, role, email, phone, ...metadata, session_id, iat, exp: iat + VALID_SECONDS }
  const signed = `${HEADER}.${encode(claims)}`
  const signature = createHmac('sha256', SECRET).update(signed).digest('base64url')
  return {
    access_token: `${signed}.${signature}`,
    token_type: 'bearer',
    expires_in: VALID_SECONDS,
    refresh_token: session_id,
    user,
  }
}

const forms: Record<
  BareAnswer['form'],
  (text: string, name: string, request: http.IncomingMessage) => Promise<unknown>
> = {
  async table(text) {
    const { rows, fields } = await pool.query({ text, rowMode: 'array', types: AS_TEXT })
    return { columns: fields.map(({ name }) => name), rows }
  },
  async value(text, name, { url = '' }) {
    const { rows } = await pool.query({ text, name, values: [url.slice(1)], rowMode: 'array' })
    return rows[0]![0]
  },
  async session(text, name, request) {
    const { refresh_token } = await bodyOf(request)
    const { rows } = await pool.query({ text, name, values: [refresh_token], rowMode: 'array' })
    return sessionOf(refresh_token, rows[0]![0])
  },
}

const server = http.createServer(async (request, response) => {
  const { method = '' } = request
  const { statement, form } = answers[method]!
  const answer = await forms[form](statement, method, request)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
})
process.once('disconnect', () => process.exit())
// Its clients wait while others are measured.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

import type { AddressInfo } from 'node:net'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { PostgrestClient } from '@supabase/postgrest-js'
import pg from 'pg'
import { signToken, type TokenClaims } from '../platform/secrets/jwt.ts'
import { openApp } from './app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from './people.ts'

export const DATABASE_PASSWORD = 'k7Rw2pXq-MzTd9-db'

export type DataApiFixture = Awaited<ReturnType<typeof openDataApi>>

/** A listening server, with a project whose tables are read over HTTP. `schema` is the SQL that creates them. */
export async function openDataApi(
  schema: string,
  { env = {}, ...options }: Parameters<typeof openApp>[1] & { env?: Record<string, string> } = {},
) {
  const fixture = await openApp(env, options)
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner), { db_pass: DATABASE_PASSWORD })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`
  const url = `${origin}/p/${ref}/rest/v1`
  const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
  const keyOf = (name: 'anon' | 'service_role') => keys.find((key) => key.name === name)!.api_key!
  const { endpoint } = await fixture.engine.facts(ref)
  const target = { ...endpoint!, user: 'postgres', database: 'postgres', password: DATABASE_PASSWORD }
  /** Runs SQL as the user's own role, as the SQL editor would. */
  const sql = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client(target)
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  await sql(schema)
  const secret = await fixture.secretsOf.read(ref, 'jwt_secret')
  const clientWith = (key: string) =>
    new PostgrestClient(url, { headers: { apikey: key, authorization: `Bearer ${key}` } })
  /** Sends any request and returns the response. */
  const send = async (
    path: string,
    { key = keyOf('service_role'), ...init }: RequestInit & { key?: string | null } = {},
  ) => {
    const headers = new Headers(init.headers)
    if (key !== null) headers.set('apikey', key)
    if (typeof init.body === 'string' && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    const reply = await fetch(url + path, { ...init, headers })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, text, body: jsonIn(text) }
  }
  return {
    ...fixture,
    owner,
    ref,
    origin,
    url,
    target,
    keyOf,
    clientWith,
    send,
    service: clientWith(keyOf('service_role')),
    anon: clientWith(keyOf('anon')),
    /** A connection as the user's own role; the caller ends it. */
    async connect() {
      const client = new pg.Client(target)
      await client.connect()
      return client
    },
    /** A token signed with the project's secret. */
    tokenFor: (claims: TokenClaims, key = secret) =>
      signToken(key, { exp: Math.floor(Date.now() / 1000) + 3600, ...claims }),
    sql,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests inspect any body
function jsonIn(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { getAuthSettings, listAuthMails, updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import type { AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { AuthClient } from '@supabase/auth-js'
import pg from 'pg'
import { openDataApi } from './data-api-fixture.ts'

export type AuthFixture = Awaited<ReturnType<typeof openAuth>>

/** A listening server with a project, whose users sign up with the client library that apps use. */
export async function openAuth(options: Parameters<typeof openDataApi>[1] = {}) {
  const api = await openDataApi('', options)
  const params = { ref: api.ref }
  const url = `${api.origin}/p/${api.ref}/auth/v1`
  const change = (body: AuthSettingsChange) => api.owner.call(updateAuthSettings, { params, body })
  // Tests send more from one address than people do.
  await change({
    smtp_max_frequency: 0,
    sms_max_frequency: 0,
    ...Object.fromEntries(
      ['email_sent', 'sms_sent', 'sign_in', 'anonymous_users', 'token_refresh', 'verify', 'otp', 'web3'].map(
        (kind) => [`rate_limit_${kind}`, 100_000],
      ),
    ),
  })
  return {
    ...api,
    params,
    url,
    change,
    settings: async () => (await api.owner.call(getAuthSettings, { params })).body,
    /** The unmodified client, each with its own storage. */
    client: (flowType: 'implicit' | 'pkce' = 'implicit', key = api.keyOf('anon')) =>
      new AuthClient({
        url,
        headers: { apikey: key, Authorization: `Bearer ${key}` },
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        flowType,
        experimental: { recoveryCodes: true },
        storage: memoryStorage(),
      }),
    /** Calls the API without the client. */
    async send(path: string, { key = api.keyOf('anon'), token, body, ...init }: Sent = {}) {
      const headers = new Headers(init.headers)
      if (key !== null) headers.set('apikey', key)
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      if (body !== undefined) headers.set('content-type', 'application/json;charset=UTF-8')
      const reply = await fetch(url + path, {
        redirect: 'manual',
        method: body === undefined ? 'GET' : 'POST',
        ...init,
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await reply.text()
      return {
        status: reply.status,
        headers: reply.headers,
        // Metadata and pages are no JSON.
        body: text === '' ? undefined : text.startsWith('<') ? text : JSON.parse(text),
      }
    },
    /** Runs SQL in a transaction while calls begin, which ends once so many of them wait for its locks. */
    async whileHeld<T>(sql: string, values: unknown[], waiting: number, calls: () => Promise<T>): Promise<T> {
      const holder = new pg.Client({
        ...api.target,
        user: 'basalt_admin',
        password: await api.secretsOf.read(api.ref, 'superuser_password'),
      })
      await holder.connect()
      try {
        await holder.query('begin')
        await holder.query(sql, values)
        const replies = calls()
        await waitFor(async () => {
          const [row] = await api.sql(
            `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
          )
          return row.count === waiting
        })
        await holder.query('commit')
        return await replies
      } finally {
        await holder.end()
      }
    },
    /** Opens a link from a mail and presses the button of its page, as people do. */
    press: (link: string) =>
      fetch(link.replace('/verify?', '/verify/confirm?'), { method: 'POST', redirect: 'manual' }),
    /** The code in the newest message to a number. */
    async codeTo(phone: string) {
      const { body } = await api.owner.call(listAuthMails, { params })
      const message = body.mails.find(({ kind, recipient }) => kind === 'sms' && recipient === `+${phone}`)
      return /(\d{6,})/.exec(message?.html ?? '')?.[1]
    },
    /** The newest mail to an address, with its link and code. */
    async mailTo(email: string) {
      const { body } = await api.owner.call(listAuthMails, { params })
      const mail = body.mails.find(({ recipient }) => recipient === email)
      if (!mail) return undefined
      const [, link = ''] = /href="([^"]+)"/.exec(mail.html ?? '') ?? []
      const [, code = ''] = /code: (\d+)/.exec(mail.html ?? '') ?? []
      return { ...mail, link: link.replaceAll('&amp;', '&'), code }
    },
  }
}

interface Sent extends Omit<RequestInit, 'body'> {
  key?: string | null
  token?: string
  body?: unknown
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

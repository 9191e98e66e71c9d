import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import type { AnyEndpoint, Input, Output } from '@basalt/contract/endpoint.ts'

/** A running server, and the headers of a caller. `origin` has no trailing slash, for example `http://127.0.0.1:4000`. */
export interface Caller {
  readonly origin: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A response other than success. */
export class RefusedCall extends Error {
  readonly status: number
  readonly body: unknown

  constructor(endpoint: AnyEndpoint, status: number, body: unknown) {
    super(`${endpoint.name} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

/** Calls an endpoint of the contract, as the dashboard does. Rejects with RefusedCall. */
export async function call<E extends AnyEndpoint>(
  caller: Caller,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  return endpoint.response.parse(await (await send(caller, endpoint, input)).json()) as Output<E>
}

/** Calls an endpoint and returns the response, for its headers or as a stream. Rejects with RefusedCall. */
export async function send<E extends AnyEndpoint>(
  { origin, headers }: Caller,
  endpoint: E,
  input: Input<E>,
): Promise<Response> {
  const { params = {}, query = {}, body } = input as Parts
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { origin, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new RefusedCall(endpoint, response.status, await readBody(response))
  return response
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Signs in and returns the same caller with its session. */
export async function signedIn(caller: Caller, email: string, password: string): Promise<Caller> {
  const response = await send(caller, signIn, { body: { email, password } })
  return withSession(caller, sessionOf(response))
}

export const withSession = (caller: Caller, session: string): Caller => ({
  ...caller,
  headers: { ...caller.headers, cookie: `${SESSION_COOKIE}=${session}` },
})

/** The session cookie that a sign-in or sign-up has set. */
export function sessionOf(response: Response): string {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.split('=') ?? [])
  const [, session] = cookies.find(([name]) => name === SESSION_COOKIE) ?? []
  if (!session) throw new Error('The response sets no session cookie')
  return session
}

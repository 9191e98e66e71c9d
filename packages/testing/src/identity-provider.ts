import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const CLIENT_ID = 'bakery'
export const CLIENT_SECRET = 'provider-secret'

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
  /** Further claims, also under other names than those of OpenID Connect. */
  [claim: string]: unknown
}

interface Grant {
  person: Person
  nonce: string | null
  redirectUri: string
  challenge: string | null
}

/**
 * A provider of OpenID Connect, and of GitHub's API, on this machine. It signs in `person` without asking; `claims` and
 * `issuer` make its tokens wrong.
 */
export async function openIdentityProvider() {
  let keys = await newKeys()
  const grants = new Map<string, Grant>()
  const state = {
    person: { sub: 'p-1', email: 'ann@example.com', email_verified: true, name: 'Ann' } as Person,
    /** Replace claims of ID tokens. */
    claims: {} as JWTPayload,
    /** Query of the redirect instead of the code. */
    refusal: undefined as Record<string, string> | undefined,
    isSilent: false,
    /** The queries that arrived at the authorization endpoint. */
    asked: [] as URLSearchParams[],
    /** Claims that only the user info has, not the ID token. */
    onlyInUserInfo: [] as string[],
    /** Replace what the configuration says. */
    configuration: {} as Record<string, unknown>,
  }

  const idToken = async ({ person, nonce }: Pick<Grant, 'person' | 'nonce'>, more: JWTPayload = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({
      iss: origin,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      ...(nonce !== null && { nonce }),
      ...Object.fromEntries(Object.entries(person).filter(([name]) => !state.onlyInUserInfo.includes(name))),
      ...state.claims,
      ...more,
    })
      .setProtectedHeader({ alg: 'RS256', kid: keys.kid })
      .sign(keys.privateKey)
  }

  const authorize = (url: URL, reply: ServerResponse) => {
    const query = url.searchParams
    state.asked.push(query)
    const to = new URL(query.get('redirect_uri')!)
    const code = randomUUID()
    grants.set(code, {
      person: state.person,
      nonce: query.get('nonce'),
      redirectUri: to.href,
      challenge: query.get('code_challenge'),
    })
    for (const [name, value] of Object.entries(state.refusal ?? { code })) to.searchParams.set(name, value)
    to.searchParams.set('state', query.get('state') ?? '')
    reply.writeHead(302, { location: to.href }).end()
  }

  const token = async (request: IncomingMessage, reply: ServerResponse) => {
    const form = new URLSearchParams(await bodyOf(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const isProven =
      grant?.challenge == null ||
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === grant.challenge
    const isClient = form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET
    if (!isClient) return json(reply, 401, { error: 'invalid_client' })
    if (!grant || !isProven || form.get('redirect_uri') !== grant.redirectUri)
      return json(reply, 400, { error: 'invalid_grant' })
    const isGitHub = request.url!.startsWith('/login')
    return json(reply, 200, {
      access_token: `access-${grant.person.sub}`,
      refresh_token: 'refresh',
      token_type: 'bearer',
      ...(!isGitHub && { expires_in: 300, id_token: await idToken(grant) }),
    })
  }

  const server = createServer(async (request, reply) => {
    if (state.isSilent) return
    const url = new URL(request.url!, origin)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
      case '/.well-known/elsewhere':
        return json(reply, 200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          userinfo_endpoint: `${origin}/userinfo`,
          jwks_uri: `${origin}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          ...state.configuration,
        })
      case '/keys':
        return json(reply, 200, { keys: [keys.jwk] })
      case '/authorize':
      case '/login/oauth/authorize':
        return authorize(url, reply)
      case '/token':
      case '/login/oauth/access_token':
        return token(request, reply)
      case '/userinfo':
        return json(reply, 200, state.person)
      case '/api/v3/user':
        return json(reply, 200, { id: 42, login: 'ann', name: null, avatar_url: `${origin}/ann.png` })
      case '/api/v3/user/emails':
        return json(reply, 200, [
          { email: 'old@example.com', primary: false, verified: true },
          { email: state.person.email, primary: true, verified: state.person.email_verified },
        ])
    }
    return json(reply, 404, { error: 'not_found' })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    state,
    settings: { enabled: true, client_id: CLIENT_ID, secret: CLIENT_SECRET, url: origin },
    /** An ID token as an app gets it from the provider's own library. */
    idToken: (claims: JWTPayload = {}, nonce: string | null = null) =>
      idToken({ person: state.person, nonce }, claims),
    async rotateKeys() {
      keys = await newKeys()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function newKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = randomUUID()
  return { privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

async function bodyOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const json = (reply: ServerResponse, status: number, body: unknown) =>
  void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

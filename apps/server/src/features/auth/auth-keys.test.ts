import { createApiKey, deleteApiKey, listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { anOrganization, aProject, reaches } from '../../test/people.ts'

/** Every call of the auth API with every kind of key. */

/** What a key allows; one that is not of this project allows nothing. */
type Kind = { may: 'nothing' | 'app' | 'server'; key: string | null; token?: string }

let auth: AuthFixture
const kinds = new Map<string, Kind>()
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({ mailer_autoconfirm: true })
  const { owner, params, ref } = auth
  const newKey = async (type: 'publishable' | 'secret', name: string) => {
    const { status, body } = await owner.call(createApiKey, {
      params,
      body: { type, name, description: '' },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const revoked = await newKey('secret', 'revoked')
  await owner.call(deleteApiKey, { params: { ref, id: revoked.id } })
  const other = await aProject(owner, await anOrganization(owner, 'Other'))
  await reaches(owner, other.ref, 'ACTIVE_HEALTHY')
  const { body: foreign } = await owner.call(listApiKeys, { params: { ref: other.ref } })
  const person = { email: 'person@example.com', password: 'correct horse' }
  const token: string = (await auth.send('/signup', { body: person })).body.access_token
  const anon = auth.keyOf('anon')
  const given: Record<string, Kind> = {
    'no key': { may: 'nothing', key: null },
    'a key that nobody made': { may: 'nothing', key: 'sb_secret_made_by_nobody' },
    'a revoked secret key': { may: 'nothing', key: revoked.api_key },
    'the service key of another project': {
      may: 'nothing',
      key: foreign.find(({ name }) => name === 'service_role')!.api_key!,
    },
    'the anon key': { may: 'app', key: anon },
    'a publishable key': { may: 'app', key: (await newKey('publishable', 'web')).api_key },
    'the anon key, and the token of a user': { may: 'app', key: anon, token },
    'the token of a user as the key': { may: 'app', key: token },
    'the service key': { may: 'server', key: auth.keyOf('service_role') },
    'a secret key': { may: 'server', key: (await newKey('secret', 'server')).api_key },
  }
  for (const [name, kind] of Object.entries(given)) kinds.set(name, kind)
})
afterAll(() => auth[Symbol.asyncDispose]())

const callsOfApi = () =>
  auth.routes.flatMap(({ raw }) =>
    raw?.path.startsWith('/p/:ref/auth/v1/')
      ? [raw.method]
          .flat()
          .filter((method) => method !== 'OPTIONS')
          .map((method) => ({ method, path: raw.path.slice('/p/:ref/auth/v1'.length), admits: raw.admits }))
      : [],
  )

/** Of a key that is missing, or that is not of this project. */
const REFUSALS = ['401 no_authorization', '401 bad_jwt', '403 bad_jwt']

/** What only servers do. */
const OF_SERVERS = /^\/(admin\/|invite$)/

test('a call needs a key of the project, and a server’s key where it is for servers', async () => {
  const calls = callsOfApi()
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter(({ path }) => OF_SERVERS.test(path)).length).toBeGreaterThan(15)
  for (const [name, { may, ...sent }] of kinds)
    for (const { method, path, admits } of calls) {
      const what = `${method} ${path} with ${name}`
      const { status, body } = await auth.send(path.replaceAll(/:\w+|\*/g, 'name'), {
        method,
        ...sent,
        ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: {} }),
      })
      expect(status, what).toBeLessThan(500)
      if (admits === 'anyone') continue
      const code = body?.error_code
      if (may === 'nothing') expect(REFUSALS, `${what}: ${status} ${code}`).toContain(`${status} ${code}`)
      else if (may === 'app' && OF_SERVERS.test(path))
        expect([status, code], what).toEqual([403, 'not_admin'])
      else expect(code, what).not.toBe('not_admin')
    }
})

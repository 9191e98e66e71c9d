import { getProfile } from '@basalt/contract/access/access.endpoints.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import {
  getProject,
  listOrganizationProjects,
  listProjects,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

const answer = (status: number, body: unknown) => {
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

test('params fill the path and lists repeat their query key', async () => {
  const fetched = answer(200, { projects: [], pagination: { count: 0, limit: 96, offset: 0 } })
  await call(listOrganizationProjects, {
    params: { slug: 'a/b' },
    query: { search: 'x y', statuses: ['INACTIVE', 'COMING_UP'] },
  })
  expect(fetched.mock.calls[0]?.[0]).toBe(
    '/platform/organizations/a%2Fb/projects?search=x%20y&statuses=INACTIVE&statuses=COMING_UP',
  )
})

test('a call with a version sends it', async () => {
  const fetched = answer(200, [])
  await call(listNotifications, { query: {} })
  expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ version: '2' })
  await call(listProjects, {})
  expect(fetched.mock.calls[1]?.[1]?.headers).toEqual({})
})

test('a call without its organization or project is not made and names the missing one', async () => {
  const fetched = answer(200, [])
  const problemOf = (made: Promise<unknown>) => made.catch(({ message }) => message)
  expect(await problemOf(call(getProject, { params: { ref: '' } }))).toBe('projectRef is required')
  const query = { limit: 1 }
  expect(await problemOf(call(listOrganizationProjects, { params: { slug: '' }, query }))).toBe(
    'organizationSlug is required',
  )
  expect(fetched).not.toHaveBeenCalled()
})

test('a failed call rejects with its code and request id', async () => {
  answer(401, { code: 'unauthenticated', message: 'Sign in', requestId: 'r1' })
  const error = await call(getProfile, {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 401, code: 'unauthenticated', requestId: 'r1', message: 'Sign in' })
})

test('a response in another format is reported with its status', async () => {
  answer(502, '<html>')
  await expect(call(getProfile, {})).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining('502'),
  })
})

test('an unreachable server is reported', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(call(getProfile, {})).rejects.toMatchObject({ code: 'instance_unavailable' })
})

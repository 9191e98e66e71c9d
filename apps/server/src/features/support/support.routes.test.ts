import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getSupportBundle } from '@basalt/contract/support/support.endpoints.ts'
import { BUNDLE_ERRORS, BUNDLE_LOG_LINES } from '@basalt/contract/support/support.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let slug: string
let ref: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  slug = organization.slug
  ref = (await aProject(owner, organization)).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const bundle = (person: Person, projectRef?: string) =>
  person.call(getSupportBundle, { ...(projectRef && { query: { projectRef } }) })

const line = (level: number, msg: string, more: object = {}) =>
  JSON.stringify({
    level,
    time: Date.parse('2026-03-01T12:00:00Z'),
    pid: 1,
    hostname: 'ada-laptop',
    msg,
    ...more,
  })

function writeLog(lines: string[]) {
  const folder = path.join(fixture.config.dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'server.log'), `${lines.join('\n')}\n`)
}

test('the bundle describes the installation and the requested project', async () => {
  const { body } = await bundle(owner, ref)
  expect(body).toMatchObject({
    installation: {
      version: '0.0.0-test',
      edition: 'platform',
      node: process.version,
      metadata: 'embedded',
      // There is no mail server.
      disabled_features: ['dashboard_auth:reset_by_mail'],
    },
    project: {
      ref,
      status: 'ACTIVE_HEALTHY',
      failure: null,
      postgres: { state: 'running', version: expect.stringMatching(/^18/) },
      log: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('ready to accept connections') }),
      ]),
    },
  })
  expect((await bundle(owner)).body.project).toBeNull()
})

test('the log in the bundle has no secrets, host names or unlisted fields', async () => {
  writeLog([
    '"truncated',
    line(30, 'request completed', {
      reqId: '7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
      req: { method: 'GET', url: '/platform/x?token=abc', remoteAddress: '203.0.113.7' },
      res: { statusCode: 200 },
    }),
    line(50, 'failed for ada@example.com', {
      err: { type: 'Error', message: 'x', stack: 'Error: password=hunter2' },
    }),
  ])
  const { body } = await bundle(owner)
  expect(body.server_log).toEqual([
    {
      time: '2026-03-01T12:00:00.000Z',
      level: 'error',
      message: 'failed for [email]',
      error: 'Error: password=[redacted]',
    },
    {
      time: '2026-03-01T12:00:00.000Z',
      level: 'info',
      message: 'request completed',
      request_id: '7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
      request: 'GET /platform/x',
      status: 200,
    },
  ])
  expect(body.server_errors).toHaveLength(1)
  expect(JSON.stringify(body)).not.toMatch(/hunter2|example\.com|203\.0|ada-laptop|token=/)
})

test('only the end of a long log is included', async () => {
  writeLog(
    Array.from({ length: 20_000 }, (_, index) => line(index % 2 ? 50 : 30, `line ${index}`.padEnd(200, '.'))),
  )
  const { body } = await bundle(owner)
  expect(body.server_log).toHaveLength(BUNDLE_LOG_LINES)
  expect(body.server_errors).toHaveLength(BUNDLE_ERRORS)
  expect(Array.isArray(body.server_log) && body.server_log[0]?.message).toMatch(/^line 19999/)
})

test('members get what their role allows, and only the installation owner gets the server log', async () => {
  const guest = await aMember(fixture, owner, slug, { projects: [{ ref, role_id: 'read_only' }] })
  const { status, body } = await bundle(guest, ref)
  expect(status).toBe(200)
  expect(body.project?.log).toBeInstanceOf(Array)
  expect(body.server_log).toEqual({ left_out: expect.stringContaining('owner of the installation') })
  expect(body.server_errors).toEqual(body.server_log)
})

test('a project that the caller cannot see is reported as missing', async () => {
  const stranger = await signUp(fixture)
  expect((await bundle(stranger, ref)).status).toBe(404)
  expect((await bundle(stranger, 'z'.repeat(20))).status).toBe(404)
  expect((await bundle(stranger, '../../etc')).status).toBe(400)
  expect((await bundle(stranger)).status).toBe(200)
})

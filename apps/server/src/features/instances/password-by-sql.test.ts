import { getInstanceFacts, updateDatabasePassword } from '@basalt/contract/instances/instances.endpoints.ts'
import { pauseProject, restartProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, PASSWORD, type Person, reaches, signUp } from '../../test/people.ts'

const CHOSEN = 'chosen-by-SQL-7xQ'

let fixture: AppFixture
let owner: Person
let params: { ref: string }
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  params = { ref: (await aProject(owner, await anOrganization(owner), { db_pass: PASSWORD })).ref }
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const run = async (query: string) => (await owner.call(runQuery, { params, body: { query } })).body

/** The outcome of a login over the network: the role, or the code of the error. */
async function logIn(password: string) {
  const { host, port } = (await owner.call(getInstanceFacts, { params })).body
  const client = new pg.Client({ host: host!, port: port!, user: 'postgres', password, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query('select current_user as role')).rows[0].role
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Ends all sessions of the server, so that it has to log in again. */
const endSessions = () =>
  run(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
  )

beforeEach(async () => {
  expect(await run(`alter role postgres password '${CHOSEN}'`)).not.toHaveProperty('code')
})

test('a password set by SQL works at once for clients', async () => {
  expect(await logIn(CHOSEN)).toBe('postgres')
  expect(await logIn(PASSWORD)).toBe('28P01')
})

test('the dashboard keeps working after a password was set by SQL', async () => {
  await endSessions()
  const several = await Promise.all(Array.from({ length: 4 }, () => run('select current_user as role')))
  expect(several).toEqual(several.map(() => [{ role: 'postgres' }]))
})

test('a password set by SQL survives a restart and a pause', async () => {
  await owner.call(restartProject, { params })
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
  expect(await logIn(CHOSEN)).toBe('postgres')
  await owner.call(pauseProject, { params })
  await reaches(owner, params.ref, 'INACTIVE')
  await owner.call(restoreProject, { params })
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
  expect(await logIn(CHOSEN)).toBe('postgres')
  expect(await run('select 1 as one')).toEqual([{ one: 1 }])
})

test('a password reset in the dashboard replaces one set by SQL', async () => {
  await owner.call(updateDatabasePassword, { params, body: { password: PASSWORD } })
  expect(await logIn(PASSWORD)).toBe('postgres')
  expect(await logIn(CHOSEN)).toBe('28P01')
})

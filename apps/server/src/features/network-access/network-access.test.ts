import { addAddon, removeAddon } from '@basalt/contract/addons/addons.endpoints.ts'
import { listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import {
  getNetworkAccess,
  listNetworkBans,
  removeNetworkBans,
  updateNetworkAccess,
} from '@basalt/contract/network-access/network-access.endpoints.ts'
import { FAILURES_UNTIL_BAN } from '@basalt/contract/network-access/network-access.rules.ts'
import { getDedicatedPooler } from '@basalt/contract/poolers/poolers.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { machineHasIpv6 } from '@basalt/postgres-supervisor/ipv6.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, reaches } from '../../test/people.ts'
import { from, openPoolerApp, type PoolerFixture } from '../../test/pooler-fixture.ts'

let fixture: PoolerFixture
let params: { ref: string }
beforeAll(async () => {
  fixture = await openPoolerApp()
  params = { ref: fixture.ref }
})
afterAll(() => fixture[Symbol.asyncDispose]())

const change = (body: object) => fixture.owner.call(updateNetworkAccess, { params, body })
const direct = async () => {
  const [database] = (await fixture.owner.call(listDatabases, { params })).body
  return { host: database!.db_host, port: database!.db_port, user: 'postgres' }
}
/** Connections through the pooler, and directly to the database. */
const configs = async () => [{}, await direct()]
const encrypted = { ssl: { rejectUnauthorized: false } }
const expectRefused = (config: object) =>
  expect(fixture.whoIs(config)).rejects.toMatchObject({ code: expect.stringMatching(/^28000$/) })

test('encryption is optional, and required of everybody once it is enforced', async () => {
  for (const config of await configs()) {
    expect(await fixture.whoIs(config)).toBe('postgres')
    expect(await fixture.whoIs({ ...config, ...encrypted })).toBe('postgres')
  }
  const open = await Promise.all((await configs()).map((config) => fixture.connect(config)))
  const ended = Promise.all(open.map((client) => new Promise((end) => client.once('end', () => end(true)))))
  expect((await change({ ssl_enforced: true })).body).toMatchObject({ ssl_enforced: true })
  // Clients admitted under the old rules have to reconnect under the new ones.
  await ended
  for (const config of await configs()) {
    await expectRefused(config)
    expect(await fixture.whoIs({ ...config, ...encrypted })).toBe('postgres')
  }
  const ran = await fixture.owner.call(runQuery, { params, body: { query: 'select 1 as one' } })
  expect(ran.body).toEqual([{ one: 1 }])
  await change({ ssl_enforced: false })
})

test('restrictions admit only the addresses they name, through the poolers and directly', async () => {
  const before = await fixture.owner.call(getNetworkAccess, { params })
  expect(before.body).toEqual({ ssl_enforced: false, allowed_cidrs: null, your_address: '127.0.0.1' })
  const set = await change({ allowed_cidrs: ['127.0.0.2', '10.0.0.0/8', ' 127.0.0.2/32 '] })
  expect(set.body.allowed_cidrs).toEqual(['127.0.0.2/32', '10.0.0.0/8'])
  for (const config of await configs()) {
    await expectRefused(config)
    expect(await fixture.whoIs({ ...config, ...from('127.0.0.2') })).toBe('postgres')
  }
  const ran = await fixture.owner.call(runQuery, { params, body: { query: 'select 1 as one' } })
  expect(ran.body).toEqual([{ one: 1 }])
  await change({ allowed_cidrs: null })
  for (const config of await configs()) expect(await fixture.whoIs(config)).toBe('postgres')
})

test('an address with too many wrong passwords is banned until the ban is lifted', async () => {
  const wrong = { ...from('127.0.0.3'), password: 'guess' }
  for (let count = 0; count < FAILURES_UNTIL_BAN; count += 1)
    await expect(fixture.whoIs({ ...wrong, ...from('127.0.0.3') })).rejects.toMatchObject({ code: '28P01' })
  await expectRefused(from('127.0.0.3'))
  expect(await fixture.whoIs()).toBe('postgres')
  const { body: bans } = await fixture.owner.call(listNetworkBans, { params })
  expect(bans).toMatchObject([{ address: '127.0.0.3', failures: FAILURES_UNTIL_BAN }])
  const body = { addresses: ['127.0.0.3'] }
  expect((await fixture.owner.call(removeNetworkBans, { params, body })).body).toEqual([])
  expect(await fixture.whoIs(from('127.0.0.3'))).toBe('postgres')
})

test.each([
  [{}, 'Name at least one field to change'],
  [{ allowed_cidrs: [] }, 'at least one address'],
  [{ allowed_cidrs: ['10.0.0.1/8'] }, 'without host bits'],
  [{ allowed_cidrs: ['all'] }, 'without host bits'],
  [{ allowed_cidrs: ['0.0.0.0/0 trust\nhost all all 0.0.0.0/0'] }, 'without host bits'],
  [{ allowed_cidrs: Array.from({ length: 51 }, (_, count) => `10.0.${count}.0/24`) }, 'at most 50'],
  [{ ssl_enforced: 'yes' }, 'true or false'],
])('a change like %j is refused', async (body, words) => {
  const reply = await change(body)
  expect([reply.status, reply.body]).toMatchObject([400, { message: expect.stringContaining(words) }])
})

test('a read-only member sees the allowed addresses but cannot change them', async () => {
  const reader = await aMember(fixture, fixture.owner, fixture.slug, { role_id: 'read_only' })
  expect((await reader.call(getNetworkAccess, { params })).status).toBe(200)
  expect((await reader.call(listNetworkBans, { params })).status).toBe(200)
  expect((await reader.call(updateNetworkAccess, { params, body: { ssl_enforced: true } })).status).toBe(403)
  expect((await reader.call(removeNetworkBans, { params, body: { addresses: ['::1'] } })).status).toBe(403)
})

test('without the IPv4 add-on the database is reached only over IPv6', async ({ skip }) => {
  skip(!machineHasIpv6(), 'this machine has no IPv6')
  const dedicated = async () => {
    const { db_host: host, db_port: port } = (await fixture.owner.call(getDedicatedPooler, { params })).body
    return { host, port, user: 'postgres' }
  }
  const before = await Promise.all([direct(), dedicated()])
  for (const config of before) expect(config.host).toBe('127.0.0.1')
  await fixture.owner.call(removeAddon, { params: { ...params, variant: 'ipv4_default' } })
  await reaches(fixture.owner, fixture.ref, 'ACTIVE_HEALTHY')
  const after = await Promise.all([direct(), dedicated()])
  for (const config of after) {
    expect(config.host).toBe('::1')
    expect(await fixture.whoIs(config)).toBe('postgres')
    await expect(fixture.whoIs({ ...config, host: '127.0.0.1' })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
  }
  await fixture.owner.call(addAddon, {
    params,
    body: { addon_type: 'ipv4', addon_variant: 'ipv4_default' },
  })
  await reaches(fixture.owner, fixture.ref, 'ACTIVE_HEALTHY')
  await waitFor(async () => (await fixture.whoIs(await direct())) === 'postgres')
})

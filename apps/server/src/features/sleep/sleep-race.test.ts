import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IDLE_MINUTES, openSleepingProject, type SleepingFixture } from '../../test/sleeping-project.ts'

const CLIENTS = 12
const ROUNDS = 8

let fixture: SleepingFixture
let serviceKey: string
beforeAll(async () => {
  fixture = await openSleepingProject()
  const { body: keys } = await fixture.owner.call(listApiKeys, { params: { ref: fixture.ref } })
  serviceKey = keys.find(({ name }) => name === 'service_role')!.api_key!
})
afterAll(() => fixture[Symbol.asyncDispose]())

const write = (who: string) => `insert into visits values ('${who}') returning who`

async function byPooler(mode: 'session' | 'transaction', who: string) {
  const client = await fixture.connect({ port: fixture.gateway.ports[mode]! })
  try {
    return (await client.query(write(who))).rows[0].who
  } finally {
    await client.end()
  }
}

async function byDataApi(who: string) {
  const reply = await fixture.app.inject({
    method: 'POST',
    url: `/p/${fixture.ref}/rest/v1/visits`,
    payload: { who },
    headers: { apikey: serviceKey, prefer: 'return=representation' },
  })
  return reply.json()[0].who
}

const byQuery = async (who: string) => {
  const { body } = await fixture.ask(write(who))
  return (body as { who: string }[])[0]?.who
}

test('a call that arrives while a project falls asleep runs exactly once', async () => {
  await fixture.ask('create table visits (who text)')
  /** Stay connected all the time, through the transaction pooler. */
  const connected = await Promise.all(Array.from({ length: CLIENTS }, () => fixture.connect()))
  const methods: ((who: string, client: number) => Promise<unknown>)[] = [
    byQuery,
    byDataApi,
    (who) => byPooler('session', who),
    (who) => byPooler('transaction', who),
    async (who, client) => (await connected[client]!.query(write(who))).rows[0].who,
  ]

  /** Each arrives a little later than the one before, and all of them later in each round. */
  const arrive = async (round: number, client: number) => {
    for (let waits = round * 3 + client; waits > 0; waits -= 1) await fixture.project()
    const who = `${round}-${client}`
    const method = methods[(client + round) % methods.length]!
    expect(await method(who, client)).toBe(who)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await fixture.advanceMinutes(IDLE_MINUTES)
    const falling = fixture.advanceMinutes(IDLE_MINUTES)
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => arrive(round, client)))
    await falling
  }
  const { body } = await fixture.ask(
    'select count(*)::int, count(distinct who)::int as different from visits',
  )
  expect(body).toEqual([{ count: ROUNDS * CLIENTS, different: ROUNDS * CLIENTS }])
  await Promise.all(connected.map((client) => client.end()))
})

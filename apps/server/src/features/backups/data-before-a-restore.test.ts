import {
  createBackup,
  decideRestore,
  listBackups,
  restoreBackup,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  bringBackRows,
  closePastMoment,
  comparePastTable,
  listPastMoments,
  openPastMoment,
} from '@basalt/contract/time-machine/time-machine.endpoints.ts'
import type { Engine, RestoreOptions } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

/** Called before a database is made from files. */
const making = { begins: async (): Promise<void> => undefined }

const waiting = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'restore')
        return async (id: string, options: RestoreOptions) => {
          await making.begins()
          return target.restore(id, options)
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

test('what a project had before a restore is opened read-only and compared before anybody decides, and rows come back from it', async () => {
  await using fixture = await openApp({}, { wrapEngine: waiting })
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { tier: 'tier_pro' } })
  const { ref } = await aProject(owner, organization)
  const params = { ref }
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const ask = async (query: string, of = ref) =>
    (await owner.call(runQuery, { params: { ref: of }, body: { query } })).body
  const overview = async () => (await owner.call(listBackups, { params })).body
  await ask(
    'create table kept (n int primary key, t text); insert into kept values (1, $$old$$), (2, $$old$$)',
  )
  const { body: backup } = await owner.call(createBackup, { params, body: {} })
  await waitFor(async () => (await overview()).backups[0]!.checked_at !== null)
  await ask("update kept set t = 'new' where n = 2; insert into kept values (3, 'new')")
  await owner.call(restoreBackup, { params, body: { id: backup.id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const restore = (await overview()).restore!

  const goesOn = Promise.withResolvers<void>()
  making.begins = () => goesOn.promise
  const choice = { params, body: { before_restore: restore.id } }
  const { status, body: moment } = await owner.call(openPastMoment, choice)
  expect(status).toBe(201)
  expect(await owner.call(openPastMoment, choice)).toMatchObject({ status: 201, body: { ref: moment.ref } })
  for (const keep of ['restored', 'previous'] as const)
    expect(await owner.call(decideRestore, { params, body: { keep } })).toMatchObject({
      status: 409,
      body: { message: 'The data from before is being opened. Decide once it is open.' },
    })
  making.begins = async () => undefined
  goesOn.resolve()
  const past = moment.ref
  await reaches(owner, past, 'ACTIVE_HEALTHY')

  expect(await ask('select n, t from kept order by n', past)).toEqual([
    { n: 1, t: 'old' },
    { n: 2, t: 'new' },
    { n: 3, t: 'new' },
  ])
  expect(await ask('delete from kept', past)).toMatchObject({
    message: expect.stringContaining('read-only transaction'),
  })
  const of = { ...params, past }
  const table = { schema: 'public', name: 'kept' }
  expect((await owner.call(comparePastTable, { params: of, query: table })).body).toMatchObject({
    counts: { deleted: 1, changed: 1, added: 0 },
  })
  await owner.call(bringBackRows, { params: of, body: { ...table, keys: ['["3"]'] } })
  expect(await ask('select n, t from kept order by n')).toEqual([
    { n: 1, t: 'old' },
    { n: 2, t: 'old' },
    { n: 3, t: 'new' },
  ])

  // It is a copy, which stays whatever is decided.
  await owner.call(decideRestore, { params, body: { keep: 'restored' } })
  await waitFor(async () => (await overview()).restore?.status === 'CONFIRMED')
  expect(await ask('select count(*)::int as n from kept', past)).toEqual([{ n: 3 }])
  expect(await owner.call(openPastMoment, choice)).toMatchObject({ status: 409 })
  await owner.call(closePastMoment, { params: of })
  await waitFor(async () => (await owner.call(listPastMoments, { params })).body.length === 0)
})

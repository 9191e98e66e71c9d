import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openDataApi } from '../../test/data-api-fixture.ts'
import { logViews } from './log-views.ts'

/** On a system that does not tell when a log was written to. */
const withoutWatching = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'watchLog') return () => undefined
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

test.each([
  ['that tells when a log was written to', {}],
  ['that does not tell', { wrapEngine: withoutWatching }],
])('what a database logs is stored without anybody asking, on a system %s', async (_which, options) => {
  await using api = await openDataApi('create table notes (id int primary key)', options)
  api.startFeatures(Promise.resolve())
  const messages = async () => {
    const rows = await api.logs.store.newest(api.ref, logViews.postgres_logs, {
      from: 0,
      to: Date.now() + 60_000,
      where: { sql: 'sqlstate = ?', params: ['42P01'] },
      limit: 10,
    })
    return rows.map(({ event_message }) => event_message)
  }
  for (const table of ['first', 'second']) {
    await expect(api.sql(`select from ${table}`)).rejects.toMatchObject({ code: '42P01' })
    await waitFor(async () => (await messages()).includes(`relation "${table}" does not exist`))
  }
})

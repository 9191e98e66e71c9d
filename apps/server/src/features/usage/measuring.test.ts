import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

/** Wraps an engine, and notes which databases are measured and how many at once. */
function measurements() {
  const seen = { refs: [] as string[], atOnce: 0, mostAtOnce: 0 }
  const wrapEngine = (engine: Engine): Engine =>
    new Proxy(engine, {
      get(target, name) {
        if (name === 'facts')
          return async (ref: string) => {
            seen.refs.push(ref)
            seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.atOnce)
            try {
              return await target.facts(ref)
            } finally {
              seen.atOnce -= 1
            }
          }
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return { seen, wrapEngine }
}

test('projects that start together are measured one at a time, after the server has started', async () => {
  const { seen, wrapEngine } = measurements()
  await using fixture = await openApp({}, { wrapEngine })
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const start = Promise.withResolvers<void>()
  fixture.usage.start(start.promise)
  const projects = await Promise.all([1, 2, 3].map(() => aProject(owner, organization)))
  for (const { ref } of projects) await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(seen.refs).toEqual([])
  start.resolve()
  await waitFor(() => seen.refs.length === projects.length && seen.atOnce === 0)
  expect(seen.refs.toSorted()).toEqual(projects.map(({ ref }) => ref).toSorted())
  expect(seen.mostAtOnce).toBe(1)
})

test('a database that has come up is left to its first queries before it is measured', async () => {
  const { seen, wrapEngine } = measurements()
  await using fixture = await openApp({}, { wrapEngine })
  const owner = await signUp(fixture)
  const queried = Promise.withResolvers<void>()
  fixture.usage.start(undefined, () => queried.promise)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const { body } = await owner.call(runQuery, { params: { ref }, body: { query: 'select 1 as one' } })
  expect(body).toEqual([{ one: 1 }])
  expect(seen.refs).toEqual([])
  queried.resolve()
  await waitFor(() => seen.refs.length === 1 && seen.atOnce === 0)
  expect(seen.refs).toEqual([ref])
})

import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

test('projects that start together are measured one at a time, after the server has started', async () => {
  const measured: string[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const wrapEngine = (engine: Engine): Engine =>
    new Proxy(engine, {
      get(target, name) {
        if (name === 'facts')
          return async (ref: string) => {
            measured.push(ref)
            mostAtOnce = Math.max(mostAtOnce, ++atOnce)
            try {
              return await target.facts(ref)
            } finally {
              atOnce -= 1
            }
          }
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  await using fixture = await openApp({}, { wrapEngine })
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const start = Promise.withResolvers<void>()
  fixture.usage.start(start.promise)
  const projects = await Promise.all([1, 2, 3].map(() => aProject(owner, organization)))
  for (const { ref } of projects) await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(measured).toEqual([])
  start.resolve()
  await waitFor(() => measured.length === projects.length && atOnce === 0)
  expect(measured.toSorted()).toEqual(projects.map(({ ref }) => ref).toSorted())
  expect(mostAtOnce).toBe(1)
})

import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { updateSleepSettings } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

const clock = aClock()
let fixture: AppFixture
let owner: Person
let ref: string
beforeAll(async () => {
  fixture = await openApp({}, { now: clock.now })
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await owner.call(updateSleepSettings, { params: { ref }, body: { idle_minutes: 5 } })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const project = async () => (await owner.call(getProject, { params: { ref } })).body
const ask = (query: string) => owner.call(runQuery, { params: { ref }, body: { query } })

async function minutesGoBy(minutes: number) {
  clock.advance({ minutes })
  await fixture.idle.lookAround()
}

test('a project falls asleep when nobody has used it for as long as was chosen, and a query wakes it', async () => {
  await ask('create table kept as select 42 as answer')
  await fixture.idle.lookAround()
  await minutesGoBy(4)
  expect((await project()).asleep_since).toBeNull()
  await minutesGoBy(1)
  expect(await project()).toMatchObject({ status: 'ACTIVE_HEALTHY', asleep_since: expect.any(String) })
  expect((await fixture.engine.facts(ref)).state).toBe('stopped')

  expect(await ask('select answer from kept')).toEqual({ status: 200, body: [{ answer: 42 }] })
  expect(await project()).toMatchObject({ status: 'ACTIVE_HEALTHY', asleep_since: null })
})

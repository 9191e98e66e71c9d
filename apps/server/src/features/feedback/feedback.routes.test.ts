import { sendFeedback } from '@basalt/contract/feedback/feedback.endpoints.ts'
import { FEEDBACK_MAX, FEEDBACK_PER_WINDOW } from '@basalt/contract/feedback/feedback.rules.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
const clock = aClock()
beforeAll(async () => {
  fixture = await openApp({}, { now: clock.now })
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const share = (person: Person, body: object) => person.call(sendFeedback, { body })
const feedbackNotices = async (person: Person) =>
  (await person.call(listNotifications)).body
    .filter(({ name }) => name === 'feedback')
    .map(({ data }) => data)

test('an idea reaches only the owner of the installation, complete and as plain text', async () => {
  const ann = await signUp(fixture)
  const message = 'Let me *sort*\nthe team by [role](https://example.com)'
  expect((await share(ann, { message: ` ${message} `, page: '/org/acme/team' })).status).toBe(200)
  expect((await share(ann, { message: 'And by name' })).status).toBe(200)
  const notices = await feedbackNotices(owner)
  expect(notices).toHaveLength(2)
  const first = notices.find(({ actions }) => actions.length > 0)
  expect(first?.actions).toEqual([expect.objectContaining({ url: '/org/acme/team' })])
  expect(first?.message.replaceAll('\\', '')).toContain(message)
  expect(first?.message).toContain('\\*sort\\*')
  expect(first?.message).toContain(ann.email)
  expect(await feedbackNotices(ann)).toEqual([])
})

test.each([
  [{}, 'message'],
  [{ message: '  ' }, 'message'],
  [{ message: 'x'.repeat(FEEDBACK_MAX + 1) }, 'message'],
  [{ message: 'nul\0' }, 'message'],
  [{ message: 'x', page: 'https://example.com' }, 'page'],
  [{ message: 'x', page: '//example.com' }, 'page'],
  [{ message: 'x', page: '/org?token=secret' }, 'page'],
])('%j is refused with the name of the invalid field', async (body, field) => {
  expect(await share(owner, body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining(field) },
  })
})

test('one person is rate limited without affecting others, until the window has passed', async () => {
  const [ann, bob] = [await signUp(fixture), await signUp(fixture)]
  const replies = await Promise.all(
    Array.from({ length: FEEDBACK_PER_WINDOW + 1 }, (_, index) => share(ann, { message: `Idea ${index}` })),
  )
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await share(bob, { message: 'Mine' })).status).toBe(200)
  clock.advance({ minutes: 61 })
  expect((await share(ann, { message: 'Later' })).status).toBe(200)
})

import { openChatServer, replies, says } from '@basalt/testing/ai/chat-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlTitles } from './sql-titles.ts'

let server: Awaited<ReturnType<typeof openChatServer>>
const failures: unknown[] = []
const { signal } = new AbortController()
beforeAll(async () => {
  server = await openChatServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const titles = () =>
  sqlTitles({
    endpoint: { baseUrl: server.url, model: 'small' },
    onFailed: (error) => failures.push(error),
  })

test('the endpoint receives the query without its strings and comments', async () => {
  server.answerWith(says('"Orders', ' of Ann."'))
  expect(await titles()("select * from orders where name = 'Ann' -- mine", true, signal)).toBe(
    'Orders of Ann',
  )
  const sent = JSON.stringify(server.asked.at(-1)?.body)
  expect(sent).toContain('from orders')
  expect(sent).not.toMatch(/Ann|mine/)
})

test.each([
  ['fails', replies(500, '')],
  ['returns no text', says(' ')],
])('when the endpoint %s, the title is derived from the statements', async (_how, answer) => {
  server.answerWith(answer)
  expect(await titles()('select * from orders', true, signal)).toBe('Select from orders')
})

test('a failure is reported for the log', () => {
  expect(failures).toHaveLength(1)
})

test('without an endpoint the title is derived from the statements', async () => {
  const titleOf = sqlTitles({ endpoint: undefined, onFailed: () => undefined })
  expect(await titleOf('create table orders (id int)', true, signal)).toBe('Create table orders')
  expect(await titleOf('selec', true, signal)).toBe('selec')
})

test('the endpoint is not called when it may not be used', async () => {
  const asked = server.asked.length
  expect(await titles()('select * from orders', false, signal)).toBe('Select from orders')
  expect(server.asked).toHaveLength(asked)
})

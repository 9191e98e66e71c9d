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

const asking = () =>
  sqlTitles({
    endpoint: { baseUrl: server.url, model: 'small' },
    onFailed: (error) => failures.push(error),
  })

test('the endpoint names a query without seeing its strings and comments', async () => {
  server.answerWith(says('"Orders', ' of Ann."'))
  expect(await asking()("select * from orders where name = 'Ann' -- mine", true, signal)).toBe(
    'Orders of Ann',
  )
  const sent = JSON.stringify(server.asked.at(-1)?.body)
  expect(sent).toContain('from orders')
  expect(sent).not.toMatch(/Ann|mine/)
})

test.each([
  ['fails', replies(500, '')],
  ['says nothing', says(' ')],
])('an endpoint that %s leaves the title to the statements', async (_how, answer) => {
  server.answerWith(answer)
  expect(await asking()('select * from orders', true, signal)).toBe('Select from orders')
})

test('a failure is told of, for the log', () => {
  expect(failures).toHaveLength(1)
})

test('without an endpoint the statements give the title', async () => {
  const titleOf = sqlTitles({ endpoint: undefined, onFailed: () => undefined })
  expect(await titleOf('create table orders (id int)', true, signal)).toBe('Create table orders')
  expect(await titleOf('selec', true, signal)).toBe('selec')
})

test('where the endpoint may not be asked it is not, and the statements give the title', async () => {
  const asked = server.asked.length
  expect(await asking()('select * from orders', false, signal)).toBe('Select from orders')
  expect(server.asked).toHaveLength(asked)
})

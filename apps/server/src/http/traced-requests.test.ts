import { once } from 'node:events'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { followEvents } from '@basalt/contract/events/events.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect, test } from 'vitest'
import { openTracing } from '../platform/tracing/tracing.ts'
import { openDataApi } from '../test/data-api-fixture.ts'
import { openReceiver } from '../test/webhook-receiver.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const settings = (origin: string) => ({
  url: `${origin}/v1/traces`,
  serviceName: 'shop',
  sampler: 'parentbased_always_on' as const,
  share: 1,
})
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const factsOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** The spans that a receiver got of some work with a project's APIs. */
async function spansOf(work: (api: Awaited<ReturnType<typeof openDataApi>>) => Promise<void>) {
  await using receiver = await openReceiver()
  const problems: unknown[] = []
  const tracing = openTracing(settings(receiver.origin), {
    version: '1.2.3',
    onFailed: (error) => problems.push(error),
  })
  {
    await using api = await openDataApi(
      `create table notes (id int primary key, line text); insert into notes values (1, 'a private line')`,
      { tracing },
    )
    await work(api)
  }
  await tracing.close()
  expect(problems).toEqual([])
  expect(receiver.received.map(({ method, path }) => `${method} ${path}`)).toContain('POST /v1/traces')
  const text = receiver.received.map(({ body }) => body).join('\n')
  const spans = receiver.received.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  return { text, spans, childrenOf: (span: Span) => spans.filter((one) => one.parentSpanId === span.spanId) }
}

test('requests are spans of the trace that their caller names, with the work in the database, and without values', async () => {
  let requestId: string | null = null
  let ref = ''
  const { text, spans, childrenOf } = await spansOf(async (api) => {
    ref = api.ref
    const traceparent = `00-${TRACE}-${CALLER}-01`
    const read = await api.send('/notes?select=line&line=eq.a%20private%20line', { headers: { traceparent } })
    expect(read.body).toEqual([{ line: 'a private line' }])
    requestId = read.headers.get('x-request-id')
    await api.send('/notes', { method: 'POST', body: '{"id":1,"line":"twice"}' })
    const body = { query: `select 'a literal' as word` }
    await api.owner.call(runQuery, { params: { ref: api.ref }, query: {}, body })
    const unsampled = { traceparent: `00-${'1'.repeat(32)}-${CALLER}-00` }
    await api.send('/notes', { headers: unsampled })
  })

  const read = spans.find(({ traceId, parentSpanId }) => traceId === TRACE && parentSpanId === CALLER)!
  expect(read.name).toBe('GET /p/:ref/rest/v1/*')
  expect(factsOf(read)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/p/:ref/rest/v1/*',
    'http.response.status_code': 200,
    'basalt.request_id': requestId,
    'basalt.project': ref,
  })
  expect(childrenOf(read).map(({ name }) => name)).toContain('database for an API')
  expect(childrenOf(read).every(({ traceId }) => traceId === TRACE)).toBe(true)

  const conflict = spans.find((one) => factsOf(one)['http.response.status_code'] === 409)!
  const failed = childrenOf(conflict).find(({ status }) => status.code === 2)!
  expect(factsOf(failed)).toMatchObject({ 'db.system.name': 'postgresql', 'error.type': '23505' })

  const editor = spans.find(({ name }) => name === 'POST /platform/pg-meta/:ref/query')!
  expect(childrenOf(editor).map(({ name }) => name)).toContain('database for a member')
  expect(spans.some(({ traceId }) => traceId === '1'.repeat(32))).toBe(false)
  expect(text).toContain('"stringValue":"shop"')
  expect(text).not.toMatch(/private|twice|a literal|eyJ|bst_/)
})

test('the session of a WebSocket is a span that ends with it, a refused one ends with its answer', async () => {
  const { spans } = await spansOf(async (api) => {
    const { body } = await api.owner.call(createAccessToken, { body: { name: 'listener' } })
    for (const token of [body.token, 'bst_wrong']) {
      const headers = { authorization: `Bearer ${token}`, traceparent: `00-${TRACE}-${CALLER}-01` }
      const socket = new WebSocket(api.origin.replace('http', 'ws') + followEvents.path, { headers } as never)
      const over = once(socket, 'close')
      socket.addEventListener('open', () => socket.close(1000))
      await over
    }
  })
  const sessions = spans.filter(({ traceId }) => traceId === TRACE)
  expect(new Set(sessions.map(({ name, parentSpanId }) => `${name} ${parentSpanId}`))).toEqual(
    new Set([`GET ${followEvents.path} ${CALLER}`]),
  )
  const [accepted, ...refused] = sessions.map(factsOf)
  expect(accepted).toMatchObject({ 'http.response.status_code': 101, 'basalt.close_code': 1000 })
  // The client tries it twice.
  expect(refused.length).toBeGreaterThan(0)
  for (const facts of refused) expect(facts).toMatchObject({ 'http.response.status_code': 401 })
})

test('a receiver that refuses spans is reported once', async () => {
  await using receiver = await openReceiver()
  receiver.answers(400)
  const problems: unknown[] = []
  const tracing = openTracing(settings(receiver.origin), {
    version: '1.2.3',
    onFailed: (error) => problems.push(error),
  })
  for (let n = 0; n < 1_200; n += 1) tracing.begin('GET /health', {}, {}).end()
  await tracing.close()
  expect(receiver.received.length).toBeGreaterThan(1)
  expect(problems).toHaveLength(1)
})

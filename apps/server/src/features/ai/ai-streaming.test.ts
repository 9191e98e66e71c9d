import type { AddressInfo } from 'node:net'
import { completeCode, streamCodeCompletion } from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_NOT_CONFIGURED } from '@basalt/contract/ai/ai.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { type ChatRequest, openChatServer, says, startReply } from '@basalt/testing/ai/chat-server.ts'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addErrorEdge } from '../../http/error-edge.ts'
import { createGates } from '../../http/gate.ts'
import { aiRoutes } from './ai.routes.ts'
import { type AiDeps, sqlWriter } from './ai.service.ts'
import { schemaReader } from './schema-reader.ts'

/** What injected requests cannot test: aborted connections, and a server without an endpoint. */

const REF = 'a'.repeat(20)
let server: Awaited<ReturnType<typeof openChatServer>>
beforeAll(async () => {
  server = await openChatServer()
})
afterAll(() => server[Symbol.asyncDispose]())

async function listen(differences: Partial<AiDeps> = {}, status: ProjectStatus = 'ACTIVE_HEALTHY') {
  const queriedRefs: string[] = []
  const app = Fastify({ forceCloseConnections: true })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorEdge(app)
  await app.register(rateLimit, { global: false })
  const projectOf = async (_user: string, ref: string) => ({ ref, status }) as Project
  const accessToProject = async () => ({ role: 'owner' as const, requiresMfa: false })
  const caller = { userId: 'u', email: 'ann@example.com', hasMfa: false }
  const gates = createGates({
    callerOf: async () => caller,
    isInstallationOwner: async () => false,
    organizationOf: async () => undefined,
    accessToOrganization: async () => undefined,
    isLocked: () => false,
    changes: () => 0,
    callerInProject: async (_request, ref) => ({
      caller,
      found: { project: await projectOf(caller.userId, ref), access: await accessToProject() },
    }),
  })
  const writer = sqlWriter({
    endpoint: { baseUrl: server.url, model: 'small' },
    schemaFor: schemaReader(
      async (ref) => {
        queriedRefs.push(ref)
        return []
      },
      () => undefined,
    ),
    // Only the test itself ends a request to the model.
    idleMs: 3_600_000,
    ...differences,
  })
  await app.register(
    aiRoutes({
      gates,
      writer,
      projectOf,
      accessToProject,
      titleOf: async () => 'x',
      filterOf: async () => [],
      hasEndpoint: true,
      levelOf: async () => 'schema',
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    queriedRefs,
    post: ({ path }: { path: string }, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ projectRef: REF, completionMetadata: { prompt: 'Go' } }),
        ...(signal && { signal }),
      }),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

test('the first text arrives while the model is still writing', async () => {
  await using app = await listen()
  let more = () => {}
  server.answerWith((reply) => {
    const answer = startReply(reply, 'select')
    more = () => {
      answer.say(' 1')
      answer.end()
    }
  })
  const reader = (await app.post(streamCodeCompletion)).body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('"select"')
  more()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value
  expect(rest).toContain('{"type":"end","replacement":"select 1"}')
})

test.each([
  ['before the first text', completeCode, false],
  ['before the first text of a stream', streamCodeCompletion, false],
  ['in the middle of a stream', streamCodeCompletion, true],
])('a client that disconnects %s aborts the request to the model', async (_when, endpoint, hasBegun) => {
  await using app = await listen()
  const client = new AbortController()
  const { promise: received, resolve } = Promise.withResolvers<ChatRequest>()
  server.answerWith((reply, request) => {
    if (hasBegun) startReply(reply, 'select')
    resolve(request)
  })
  const answer = app.post(endpoint, client.signal)
  answer.catch(() => undefined)
  const { closed } = await received
  if (hasBegun) await answer
  client.abort()
  await closed
})

test('without an endpoint the response is not_configured', async () => {
  await using app = await listen({ endpoint: undefined })
  for (const endpoint of [completeCode, streamCodeCompletion]) {
    const reply = await app.post(endpoint)
    expect(reply.status).toBe(501)
    expect(await reply.json()).toMatchObject({ code: 'not_configured', message: AI_NOT_CONFIGURED })
  }
})

test('the schema of a database that is not running is not read', async () => {
  server.answerWith(says('select 1'))
  await using paused = await listen({}, 'INACTIVE')
  expect((await paused.post(completeCode)).status).toBe(200)
  expect(paused.queriedRefs).toEqual([])
})

test('a schema that cannot be read is reported, and the edit continues without it', async () => {
  server.answerWith(says('select 1'))
  const failures: unknown[] = []
  await using app = await listen({
    schemaFor: schemaReader(
      () => Promise.reject(new Error('No connection')),
      (error) => failures.push(error),
    ),
  })
  expect(await (await app.post(completeCode)).json()).toBe('select 1')
  expect(failures).toHaveLength(1)
})

test('a model that stops writing halfway times out with an error', async () => {
  await using app = await listen({ idleMs: 300 })
  server.answerWith((reply) => void startReply(reply, 'select'))
  const reply = await app.post(streamCodeCompletion)
  expect(await reply.text()).toContain('took too long')
})

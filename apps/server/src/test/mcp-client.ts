import type { AddressInfo } from 'node:net'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { AppFixture } from './app-fixture.ts'
import type { Person } from './people.ts'

type Answer = { action: 'accept' | 'decline' | 'cancel' }

interface Options {
  /** Query parameters of the address. */
  parameters?: Record<string, string>
  /** Answers a question to the user. Without it, the client does not support elicitation. */
  onQuestion?: (question: string) => Promise<Answer>
  /** Called with the id of a question before its answer is sent. */
  onAnswer?: (id: string | number) => Promise<void>
}

/** Starts to listen, and returns the origin. */
export async function listen({ app }: Pick<AppFixture, 'app'>) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** A personal access token. */
export const aToken = async (person: Person) =>
  (await person.call(createAccessToken, { body: { name: 'Agent' } })).body.token

/** The official client, connected with this token. */
export async function mcpClient(
  origin: string,
  token: string,
  { parameters = {}, onQuestion, onAnswer }: Options = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: onQuestion ? { elicitation: {} } : {} },
  )
  if (onQuestion)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, { requestId }) => {
      await onAnswer?.(requestId)
      return onQuestion(params.message)
    })
  const url = new URL('/mcp', origin)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** The text that a tool answers, and whether it reports a failure. */
    async call(name: string, args: Record<string, unknown> = {}) {
      const { content, isError = false } = await client.callTool({ name, arguments: args })
      const [first] = content as { type: string; text: string }[]
      return { text: first?.text ?? '', isError: isError === true }
    },
    /** The JSON that a tool answers. */
    async json(name: string, args: Record<string, unknown> = {}) {
      const { text, isError } = await this.call(name, args)
      if (isError) throw new Error(text)
      return JSON.parse(text)
    },
    async [Symbol.asyncDispose]() {
      await client.close()
    },
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that the server received. */
export interface ChatRequest {
  path: string | undefined
  authorization: string | undefined
  body: {
    model: string
    stream: boolean
    messages: { role: string; content: string }[]
    tools?: { function: { name: string } }[]
  }
  /** Resolves when the connection is closed, by whichever side. */
  closed: Promise<void>
}

type Answer = (reply: ServerResponse, asked: ChatRequest) => void

/** A server on loopback that implements OpenAI's chat completions with scripted replies. */
export async function openChatServer() {
  const asked: ChatRequest[] = []
  let answer: Answer = says('select 1')
  const server = createServer(async (request, reply) => {
    const chat = await read(request, reply)
    asked.push(chat)
    answer(reply, chat)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    /** Sets the reply to later requests. */
    answerWith(next: Answer) {
      answer = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function read(request: IncomingMessage, reply: ServerResponse): Promise<ChatRequest> {
  const closed = new Promise<void>((resolve) => reply.once('close', resolve))
  const body = JSON.parse(await text(request))
  return { path: request.url, authorization: request.headers.authorization, body, closed }
}

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const piece = (content: string) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })

/** Starts a reply, which the test continues and ends. */
export function startReply(reply: ServerResponse, ...pieces: string[]) {
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.write(event({ choices: [{ index: 0, delta: { role: 'assistant' } }] }))
  for (const content of pieces) reply.write(piece(content))
  return {
    say: (content: string) => void reply.write(piece(content)),
    send: (raw: string) => void reply.write(raw),
    end: (reason = 'stop') =>
      void reply.end(
        `${event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })}data: [DONE]\n\n`,
      ),
  }
}

/** A complete reply, in these pieces. */
export const says =
  (...pieces: string[]): Answer =>
  (reply) =>
    startReply(reply, ...pieces).end()

/** A reply that calls tools. */
export const wants =
  (...calls: { name: string; input: unknown }[]): Answer =>
  (reply) => {
    const tool_calls = calls.map(({ name, input }, index) => ({
      index,
      id: `call-${name}-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }))
    const answer = startReply(reply)
    answer.send(event({ choices: [{ index: 0, delta: { tool_calls }, finish_reason: null }] }))
    answer.end('tool_calls')
  }

/** One reply after another; the last one is repeated. */
export const inTurn = (...answers: Answer[]): Answer => {
  let next = 0
  return (reply, asked) => answers[Math.min(next++, answers.length - 1)]?.(reply, asked)
}

/** A complete response with a status, for example an error. */
export const replies =
  (
    status: number,
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Answer =>
  (reply) =>
    void reply.writeHead(status, headers).end(body)

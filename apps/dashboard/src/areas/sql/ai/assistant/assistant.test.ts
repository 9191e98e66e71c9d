import { NEW_CHAT_NAME } from '@basalt/contract/ai/assistant.rules.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { openAnswer } from './answer-stream.fixture.ts'
import { Assistant } from './assistant.ts'
import { chatStorage } from './chat-storage.ts'

const REF = 'a'.repeat(20)
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** An assistant whose server streams what the test writes. */
function begin(userId = 'ann') {
  const answer = openAnswer()
  const requests: { chatName: string; messages: { role: string }[]; signal: AbortSignal }[] = []
  vi.stubGlobal('fetch', async (_url: string, { body, signal }: RequestInit) => {
    signal?.throwIfAborted()
    requests.push({ ...JSON.parse(String(body)), signal })
    return answer.response
  })
  const assistant = new Assistant(REF, chatStorage(userId, REF))
  const parts = () => assistant.getSnapshot().current.messages.at(-1)?.parts
  return { assistant, answer, requests, parts, now: () => assistant.getSnapshot() }
}

test('a question is answered, names the chat, and is stored in this browser for its author', async () => {
  const { assistant, answer, requests, parts, now } = begin()
  const sending = assistant.send(' How many orders? ', [{ label: 'Mine', sql: 'select 1' }])
  await answer.write('Two.')
  await vi.waitFor(() => expect(parts()).toEqual([{ type: 'text', text: 'Two.' }]))
  expect(now().writingId).toBe(now().current.id)
  await answer.end()
  await sending
  expect(now()).toMatchObject({ writingId: undefined, failure: undefined })
  expect(requests[0]).toMatchObject({
    chatName: NEW_CHAT_NAME,
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'How many orders?' },
          { type: 'data-sql', data: { label: 'Mine', sql: 'select 1' } },
        ],
      },
    ],
  })
  expect(begin().now().current).toEqual(now().current)
  expect(now().current.name).toBe('How many orders?')
  expect(begin('bob').now().chats).toEqual([])
})

test('the assistant may name an unnamed chat', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Hello', [])
  const input = { newName: 'Greetings' }
  await answer.send({ type: 'tool-input-available', toolCallId: 'r', toolName: 'rename_chat', input })
  await answer.end()
  await sending
  expect(now().current.name).toBe('Greetings')
})

test('a stopped answer keeps what has arrived and aborts the request', async () => {
  const { assistant, answer, requests, parts, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.write('Once upon')
  await vi.waitFor(() => expect(parts()).toEqual([{ type: 'text', text: 'Once upon' }]))
  assistant.stop()
  // The browser ends the transfer; here the test does.
  await answer.disconnect()
  await sending
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(now()).toMatchObject({ writingId: undefined, failure: undefined })
  expect(parts()).toEqual([{ type: 'text', text: 'Once upon' }])
})

test('an answer whose connection breaks is reported as failed and can be retried', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.write('Once')
  await answer.disconnect()
  await sending
  expect(now().failure).toEqual({ chatId: now().current.id, message: 'The connection was lost. Try again.' })
  const again = openAnswer()
  vi.stubGlobal('fetch', async () => again.response)
  const retrying = assistant.retry()
  await again.write('Once upon a time')
  await again.end()
  await retrying
  expect(now()).toMatchObject({ failure: undefined })
  expect(now().current.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
})

test('an error from the server is reported in its own words', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.send({ type: 'error', errorText: 'The AI endpoint took too long' })
  await sending
  expect(now().failure?.message).toBe('The AI endpoint took too long')
})

test('a chat deleted while it is being answered stays deleted', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.write('Once')
  const { id } = now().current
  assistant.remove(id)
  await answer.disconnect()
  await sending
  expect(now().chats).toEqual([])
  expect(now().current.id).not.toBe(id)
  expect(begin().now().chats).toEqual([])
})

test('chats and renames from another tab appear', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Mine', [])
  await answer.end()
  await sending
  const storage = chatStorage('ann', REF)
  const [mine] = storage.read()
  const later = Date.now() + 1000
  storage.write([
    { ...mine!, name: 'Renamed there', updatedAt: later },
    { ...mine!, id: 'theirs', name: 'Theirs', updatedAt: later + 1 },
  ])
  expect(now().chats.map(({ name }) => name)).toEqual(['Theirs', 'Renamed there'])
  expect(now().current.name).toBe('Renamed there')
})

test('invalid stored chats are ignored', () => {
  for (const raw of [
    '{',
    '[{"id":4}]',
    '[{"id":"a","name":"b","createdAt":1,"updatedAt":1,"messages":[{}]}]',
  ]) {
    localStorage.setItem(`preference.assistant.ann.${REF}`, raw)
    expect(begin().now().chats).toEqual([])
  }
})

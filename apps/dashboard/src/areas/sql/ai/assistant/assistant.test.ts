import { NEW_CHAT_NAME } from '@basalt/contract/ai/assistant.rules.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { openAnswer } from './answer-stream.fixture.ts'
import { Assistant } from './assistant.ts'
import { keptChatsOf } from './kept-chats.ts'

const REF = 'a'.repeat(20)
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** An assistant whose server says what the test has it say. */
function begin(userId = 'ann') {
  const answer = openAnswer()
  const asked: { chatName: string; messages: { role: string }[]; signal: AbortSignal }[] = []
  vi.stubGlobal('fetch', async (_url: string, { body, signal }: RequestInit) => {
    signal?.throwIfAborted()
    asked.push({ ...JSON.parse(String(body)), signal })
    return answer.response
  })
  const assistant = new Assistant(REF, keptChatsOf(userId, REF))
  const parts = () => assistant.getSnapshot().current.messages.at(-1)?.parts
  return { assistant, answer, asked, parts, now: () => assistant.getSnapshot() }
}

test('a question is answered, named after its text, and kept in this browser for its author', async () => {
  const { assistant, answer, asked, parts, now } = begin()
  const sending = assistant.send(' How many orders? ', [{ label: 'Mine', sql: 'select 1' }])
  await answer.says('Two.')
  await vi.waitFor(() => expect(parts()).toEqual([{ type: 'text', text: 'Two.' }]))
  expect(now().writingId).toBe(now().current.id)
  await answer.ends()
  await sending
  expect(now()).toMatchObject({ writingId: undefined, failure: undefined })
  expect(asked[0]).toMatchObject({
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

test('the assistant may name a chat that nobody has named', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Hello', [])
  const input = { newName: 'Greetings' }
  await answer.send({ type: 'tool-input-available', toolCallId: 'r', toolName: 'rename_chat', input })
  await answer.ends()
  await sending
  expect(now().current.name).toBe('Greetings')
})

test('what is stopped stays as far as it came, and the server hears of it', async () => {
  const { assistant, answer, asked, parts, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.says('Once upon')
  await vi.waitFor(() => expect(parts()).toEqual([{ type: 'text', text: 'Once upon' }]))
  assistant.stop()
  // The browser ends the transfer; here the test does.
  await answer.breaksOff()
  await sending
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(now()).toMatchObject({ writingId: undefined, failure: undefined })
  expect(parts()).toEqual([{ type: 'text', text: 'Once upon' }])
})

test('an answer that breaks off is said to have failed, and can be asked for again', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.says('Once')
  await answer.breaksOff()
  await sending
  expect(now().failure).toEqual({ chatId: now().current.id, message: 'The connection broke off. Try again.' })
  const again = openAnswer()
  vi.stubGlobal('fetch', async () => again.response)
  const retrying = assistant.retry()
  await again.says('Once upon a time')
  await again.ends()
  await retrying
  expect(now()).toMatchObject({ failure: undefined })
  expect(now().current.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
})

test('what the server says went wrong is told in its words', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.send({ type: 'error', errorText: 'The AI endpoint took too long' })
  await sending
  expect(now().failure?.message).toBe('The AI endpoint took too long')
})

test('a chat that is deleted while it is answered is gone', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Tell me', [])
  await answer.says('Once')
  const { id } = now().current
  assistant.remove(id)
  await answer.breaksOff()
  await sending
  expect(now().chats).toEqual([])
  expect(now().current.id).not.toBe(id)
  expect(begin().now().chats).toEqual([])
})

test('another tab’s chats appear, and its new name for a chat', async () => {
  const { assistant, answer, now } = begin()
  const sending = assistant.send('Mine', [])
  await answer.ends()
  await sending
  const kept = keptChatsOf('ann', REF)
  const [mine] = kept.read()
  const later = Date.now() + 1000
  kept.write([
    { ...mine!, name: 'Renamed there', updatedAt: later },
    { ...mine!, id: 'theirs', name: 'Theirs', updatedAt: later + 1 },
  ])
  expect(now().chats.map(({ name }) => name)).toEqual(['Theirs', 'Renamed there'])
  expect(now().current.name).toBe('Renamed there')
})

test('what stands in the storage and is no chat is no trouble', () => {
  for (const raw of [
    '{',
    '[{"id":4}]',
    '[{"id":"a","name":"b","createdAt":1,"updatedAt":1,"messages":[{}]}]',
  ]) {
    localStorage.setItem(`preference.assistant.ann.${REF}`, raw)
    expect(begin().now().chats).toEqual([])
  }
})

import type { AnswerEvent } from '@basalt/contract/ai/assistant.schema.ts'
import { expect, test } from 'vitest'
import {
  beginChat,
  CHATS_LENGTH_MAX,
  CHATS_MAX,
  type Chat,
  type ChatPart,
  chatName,
  draftRefusal,
  nameGivenIn,
  storableChats,
  withEvent,
  withOutcome,
} from './chat.rules.ts'

const after = (...events: AnswerEvent[]) => events.reduce(withEvent, [] as readonly ChatPart[])
const listsTables: AnswerEvent = {
  type: 'tool-input-available',
  toolCallId: 'c',
  toolName: 'list_tables',
  input: {},
}

test('the events of an answer become its parts', () => {
  expect(
    after(
      { type: 'start' },
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-delta', id: '1', delta: 'Hm.' },
      { type: 'reasoning-end', id: '1' },
      { type: 'text-start', id: '2' },
      { type: 'text-delta', id: '2', delta: 'Two ' },
      { type: 'text-delta', id: '2', delta: 'tables.' },
      { type: 'text-end', id: '2' },
      listsTables,
    ),
  ).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Two tables.' },
    { type: 'tool-list_tables', toolCallId: 'c', state: 'input-available', input: {} },
  ])
})

test.each<[AnswerEvent, object]>([
  [
    { type: 'tool-output-available', toolCallId: 'c', output: '[]' },
    { state: 'output-available', output: '[]' },
  ],
  [
    { type: 'tool-output-error', toolCallId: 'c', errorText: 'No' },
    { state: 'output-error', errorText: 'No' },
  ],
  [{ type: 'tool-output-error', toolCallId: 'other', errorText: 'No' }, { state: 'input-available' }],
])('%j updates the tool call with its id', (event, part) => {
  expect(after(listsTables, event)[0]).toMatchObject(part)
})

test.each([
  ['  How many\n orders? ', 'How many orders?'],
  ['', ''],
  ['word '.repeat(20), `${'word '.repeat(11).trim()}…`],
])('%j is a name as %j', (text, name) => {
  expect(chatName(text)).toBe(name)
})

test.each([
  [{ text: ' \n', sql: [] }, 'Write something first'],
  [{ text: 'Hello', sql: [] }, undefined],
  [{ text: '', sql: [{ label: 'Mine', sql: 'select 1' }] }, undefined],
  [{ text: 'x'.repeat(100_001), sql: [] }, 'Write at most 100,000 characters'],
  [
    { text: '', sql: [{ label: 'Mine', sql: 'x'.repeat(100_001) }] },
    'Mine is too long: attach at most 100,000 characters',
  ],
])('the draft %.40j is refused with %s', (draft, refusal) => {
  expect(draftRefusal(draft)).toBe(refusal)
})

const chat = (id: string, ...parts: ChatPart[]): Chat => ({
  ...beginChat(id, 1),
  messages: [{ id: `${id}m`, role: 'assistant', parts }],
})
const proposed = { type: 'tool-execute_sql', toolCallId: 's', state: 'input-available', input: {} } as const

test('the name given by the assistant is shortened, and an invalid one is ignored', () => {
  const named = (input: unknown) =>
    nameGivenIn(
      chat('a', { type: 'tool-rename_chat', toolCallId: 'r', state: 'input-available', input }).messages[0]!,
    )
  expect(named({ newName: ' Slow orders ' })).toBe('Slow orders')
  for (const input of [{}, { newName: 4 }, { newName: ' ' }, null]) expect(named(input)).toBeUndefined()
})

test('rows, logs and reasoning are not stored, and everything else is', () => {
  const outcome = { rowCount: 1, rows: '[{"a":1}]' }
  const [stored] = storableChats([
    withOutcome(
      chat(
        'a',
        { type: 'reasoning', text: 'Hm' },
        { type: 'text', text: 'Here' },
        { ...proposed, state: 'output-available' },
        { type: 'tool-get_logs', toolCallId: 'l', state: 'output-available', input: {}, output: 'secret' },
      ),
      's',
      outcome,
    ),
  ])
  expect(stored?.messages[0]?.parts).toEqual([
    { type: 'text', text: 'Here' },
    { ...proposed, state: 'output-available', output: { rowCount: 1 } },
    { type: 'tool-get_logs', toolCallId: 'l', state: 'output-available', input: {} },
  ])
})

test('the newest chats are stored up to a count and a size, and empty chats are not', () => {
  const chats = Array.from({ length: CHATS_MAX + 5 }, (_, n) => ({
    ...chat(`${n}`, { type: 'text', text: 'x' }),
    updatedAt: n,
  }))
  expect(storableChats([beginChat('empty', 99), ...chats]).map(({ id }) => id)).toEqual(
    chats
      .map(({ id }) => id)
      .reverse()
      .slice(0, CHATS_MAX),
  )
  const long = chats.slice(0, 3).map((one) => ({
    ...one,
    messages: chat('l', { type: 'text', text: 'x'.repeat(CHATS_LENGTH_MAX / 2) }).messages,
  }))
  expect(storableChats(long)).toHaveLength(1)
})

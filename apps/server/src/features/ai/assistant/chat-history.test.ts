import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { ChatMessage, type SqlOutcome } from '@basalt/contract/ai/assistant.schema.ts'
import { expect, test } from 'vitest'
import { HISTORY_MAX } from '../ai.rules.ts'
import { chatHistory } from './chat-history.ts'

const message = (role: string, ...parts: object[]) => ChatMessage.parse({ role, parts })
const tool = (name: string, more: object) => ({
  type: `tool-${name}`,
  toolCallId: 'c1',
  state: 'output-available',
  input: {},
  ...more,
})
const contentFor = (part: object, level: AiLevel) =>
  chatHistory([message('assistant', part)], level).at(-1)?.content

test('attached SQL follows the text, and parts that only concern the client are left out', () => {
  expect(
    chatHistory(
      [
        message(
          'user',
          { type: 'text', text: 'Why?' },
          { type: 'step-start' },
          { type: 'data-sql', data: { label: 'My query', sql: 'selec 1' } },
        ),
        message('assistant', { type: 'text', text: '<think>hm</think>Because.' }),
      ],
      'schema',
    ),
  ).toEqual([
    { role: 'user', content: 'Why?\n\nMy query:\n```sql\nselec 1\n```' },
    { role: 'assistant', content: 'Because.' },
  ])
})

const outcome = (output: SqlOutcome) => tool('execute_sql', { output })
const rows = '[{"email":"ann@example.com"}]'
const error = { sqlstate: '23505', message: 'Key (email)=(ann@example.com) exists' }

test.each<[string, object, AiLevel, string]>([
  ['rows', outcome({ rowCount: 1, rows }), 'schema', 'returned 1 rows. The rows are not shared'],
  ['rows', outcome({ rowCount: 1, rows }), 'schema_and_log', 'returned 1 rows. The rows are not shared'],
  ['rows', outcome({ rowCount: 1, rows }), 'schema_and_log_and_data', rows],
  [
    'a message of PostgreSQL',
    outcome({ rowCount: null, error }),
    'schema_and_log',
    'failed with SQLSTATE 23505.',
  ],
  ['a message of PostgreSQL', outcome({ rowCount: null, error }), 'schema_and_log_and_data', 'Key (email)'],
  ['SQL that was not run', tool('execute_sql', {}), 'schema', 'has not run it'],
  ['made-up output', tool('execute_sql', { output: 'ann@example.com' }), 'schema', 'has not run it'],
  ['a log', tool('get_logs', { output: 'ann@example.com' }), 'schema', 'shares only the schema'],
  ['a log', tool('get_logs', { output: 'ann@example.com' }), 'schema_and_log', 'ann@example.com'],
  ['an error', tool('list_tables', { state: 'output-error', errorText: 'Paused' }), 'schema', 'Paused'],
])('%s stored in a browser (%j) is sent at %s as %s', (_what, part, level, words) => {
  const content = contentFor(part, level)
  expect(content).toContain(words)
  if (!words.includes('ann@') && !words.includes('Key (')) expect(content).not.toContain('ann@example.com')
})

test('only the newest messages of a long chat are sent, and always the last one', () => {
  const long = (text: string) => message('user', { type: 'text', text: `${text}${'x'.repeat(60_000)}` })
  const messages = chatHistory([long('first'), long('second'), long('third')], 'schema')
  expect(messages.map(({ content }) => content.slice(0, 5))).toEqual(['third'])
  expect(HISTORY_MAX).toBeLessThan(3 * 60_000)
})

import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConfirmations } from './confirmations.ts'

const WAIT_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function askUser(signal = new AbortController().signal) {
  const confirmations = createConfirmations(WAIT_MS)
  const sent: McpMessage[] = []
  const decision = confirmations.ask('ann', 'Drop it?', (message) => sent.push(message), signal)
  const answer = (userId: string, result: McpMessage['result']) =>
    confirmations.settle(userId, { jsonrpc: '2.0', id: sent[0]?.id, result })
  return { confirmations, sent, decision, answer }
}

test.each([
  [{ action: 'accept', content: {} }, 'accept'],
  [{ action: 'decline' }, 'decline'],
  [{ action: 'cancel' }, 'cancel'],
  [{ action: 'of course' }, 'cancel'],
  [undefined, 'cancel'],
])('%j means %s', async (result, expected) => {
  const { sent, decision, answer } = askUser()
  expect(sent[0]).toMatchObject({ method: 'elicitation/create', params: { message: 'Drop it?' } })
  answer('ann', result)
  expect(await decision).toBe(expected)
})

test('an answer by another user is ignored', async () => {
  const { decision, answer } = askUser()
  answer('bob', { action: 'accept' })
  answer('ann', { action: 'decline' })
  expect(await decision).toBe('decline')
})

test('a timeout, a disconnected client and a stopping server cancel the question', async () => {
  const slow = askUser()
  vi.advanceTimersByTime(WAIT_MS)
  expect(await slow.decision).toBe('cancel')

  const client = new AbortController()
  const left = askUser(client.signal)
  client.abort()
  expect(await left.decision).toBe('cancel')
  const late = askUser(client.signal)
  expect([await late.decision, late.sent]).toEqual(['cancel', []])

  const stopping = askUser()
  stopping.confirmations.close()
  expect(await stopping.decision).toBe('cancel')
})

test('a decision is final', async () => {
  const { decision, answer } = askUser()
  answer('ann', { action: 'decline' })
  answer('ann', { action: 'accept' })
  expect(await decision).toBe('decline')
  expect(vi.getTimerCount()).toBe(0)
})

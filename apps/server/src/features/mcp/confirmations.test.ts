import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConfirmations } from './confirmations.ts'

const WAIT_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function asking(signal = new AbortController().signal) {
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
  const { sent, decision, answer } = asking()
  expect(sent[0]).toMatchObject({ method: 'elicitation/create', params: { message: 'Drop it?' } })
  answer('ann', result)
  expect(await decision).toBe(expected)
})

test('what somebody else says does not count', async () => {
  const { decision, answer } = asking()
  answer('bob', { action: 'accept' })
  answer('ann', { action: 'decline' })
  expect(await decision).toBe('decline')
})

test('who does not decide in time, leaves, or asks a server that stops, has not said yes', async () => {
  const slow = asking()
  vi.advanceTimersByTime(WAIT_MS)
  expect(await slow.decision).toBe('cancel')

  const leave = new AbortController()
  const left = asking(leave.signal)
  leave.abort()
  expect(await left.decision).toBe('cancel')
  const late = asking(leave.signal)
  expect([await late.decision, late.sent]).toEqual(['cancel', []])

  const stopping = asking()
  stopping.confirmations.close()
  expect(await stopping.decision).toBe('cancel')
})

test('a decision is final', async () => {
  const { decision, answer } = asking()
  answer('ann', { action: 'decline' })
  answer('ann', { action: 'accept' })
  expect(await decision).toBe('decline')
  expect(vi.getTimerCount()).toBe(0)
})

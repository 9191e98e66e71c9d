import { expect, test } from 'vitest'
import { waitFor } from './wait-for.ts'

test('it returns the first truthy result', async () => {
  const results = [undefined, 0, 'ready', 'later']
  expect(await waitFor(() => results.shift(), { everyMs: 1 })).toBe('ready')
})

test('a check that throws is repeated', async () => {
  let calls = 0
  const answer = await waitFor(
    () => {
      if (++calls < 3) throw new Error('not yet')
      return calls
    },
    { everyMs: 1 },
  )
  expect(answer).toBe(3)
})

test('the timeout error contains the last failure', async () => {
  const failing = waitFor(() => Promise.reject(new Error('connection refused')), { timeoutMs: 5, everyMs: 1 })
  await expect(failing).rejects.toThrow('connection refused')
  await expect(waitFor(() => false, { timeoutMs: 5, everyMs: 1 })).rejects.toThrow('it returned false')
})

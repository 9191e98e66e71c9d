import { afterEach, expect, test, vi } from 'vitest'
import { urgently, whenIdle } from './when-idle.ts'

/** A browser that becomes idle when the test calls this. */
let browserIsIdle: () => void
const idle = () => {
  const callbacks = new Map<number, () => void>()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    callbacks.set(callbacks.size, run)
    return callbacks.size - 1
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => callbacks.delete(handle))
  browserIsIdle = () => {
    const due = [...callbacks.values()]
    callbacks.clear()
    for (const run of due) run()
  }
}
afterEach(() => vi.unstubAllGlobals())

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a callback runs when the browser is idle, unless it is cancelled', () => {
  idle()
  const [run, other] = [vi.fn(), vi.fn()]
  whenIdle(run)
  whenIdle(other)()
  expect(run).not.toHaveBeenCalled()
  browserIsIdle()
  expect(run).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('urgent work goes first, even when it starts later or fails', async () => {
  idle()
  const run = vi.fn()
  whenIdle(run)
  let fail = () => {}
  urgently(
    new Promise((_resolve, reject) => {
      fail = () => reject(new Error('not loaded'))
    }),
  )
  const called = vi.fn()
  const cancel = whenIdle(called)
  browserIsIdle()
  await settled()
  expect(run).not.toHaveBeenCalled()
  cancel()
  fail()
  await settled()
  browserIsIdle()
  expect(run).toHaveBeenCalledTimes(1)
  expect(called).not.toHaveBeenCalled()
})

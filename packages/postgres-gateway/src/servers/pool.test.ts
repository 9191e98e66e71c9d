import { expect, test } from 'vitest'
import { Pool } from './pool.ts'
import { NO_SETTINGS } from './server-settings.ts'

test('a later waiter with a shorter timeout is refused first, and one with a longer timeout still waits', async () => {
  let queueTimeoutMs = 60_000
  const pool = new Pool({
    size: () => 0,
    isOpenedForSettings: false,
    open: () => expect.unreachable('a pool of size 0 opens no connection'),
    times: () => ({ queueTimeoutMs, serverIdleMs: 0, serverLifetimeMs: 0 }),
    onOpenFailure: () => undefined,
    onWaited: () => undefined,
  })
  const wait = () =>
    new Promise<Error>((refuse) => pool.enter({ settings: NO_SETTINGS, give: () => undefined, refuse }))
  const patient = wait()
  queueTimeoutMs = 1
  expect(await wait()).toMatchObject({
    sqlstate: '53300',
    detail: 'All 0 connections of the pool are in use.',
  })
  expect(pool.waiting).toBe(1)
  pool.close({ force: true })
  expect(await patient).toMatchObject({ sqlstate: '57P01' })
})

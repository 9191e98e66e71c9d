import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { expect, test } from 'vitest'
import { tortureWebhooks } from '../chaos/webhook-torture.ts'

/** `npm run chaos -- webhooks` does this for longer. */
test('a server that is killed while it delivers changes loses none, and keeps the order of each row', async () => {
  const dataDir = newDataDir()
  try {
    const { changes, arrived, outOfOrder, kills } = await tortureWebhooks(dataDir, {
      changes: 1000,
      kills: 2,
    })
    expect({ arrived, outOfOrder, kills }).toEqual({ arrived: changes, outOfOrder: 0, kills: 2 })
    expect(changes).toBeGreaterThanOrEqual(500)
  } finally {
    removeDataDir(dataDir)
  }
})

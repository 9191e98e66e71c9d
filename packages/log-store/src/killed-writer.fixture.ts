// A program that writes numbered events until it is killed, and says which ones are written.

import { TESTED_SOURCES } from './log-store.fixture.ts'
import { HOUR_MS } from './log-store.rules.ts'
import { openLogStore } from './log-store.ts'

const [directory = '', first = '0', start = '0'] = process.argv.slice(2)
let now = Number(start)
const store = openLogStore({
  directory,
  sources: TESTED_SOURCES,
  now: () => now,
  onFailed(error) {
    throw error
  },
  onDamaged(_key, files) {
    throw new Error(`damaged: ${files.join()}`)
  },
})

let next = Number(first)
/** Where the copied source has been read to: after a kill, it is read again from there. */
let copied = Number((await store.cursor('shop', 'copied')) ?? 0)
process.on('disconnect', () => process.exit())
for (;;) {
  const from = next
  // Large enough that files become Parquet after an hour.
  for (; next < from + 50; next++)
    store.add('shop', 'requests', {
      timestamp: now,
      event_message: `event ${next} ${'x'.repeat(6_000)}`,
      status: next,
    })
  await store.flush()
  const batch = Array.from({ length: 20 }, (_, n) => copied + n)
  copied += batch.length
  await store.append(
    'shop',
    'copied',
    batch.map((n) => ({ timestamp: now, event_message: `line ${n} ${'y'.repeat(14_000)}`, line: n })),
    String(copied),
  )
  process.send!({ written: next, copied, now })
  now += HOUR_MS / 2
  if (next % 100 === 0) await store.compact()
}

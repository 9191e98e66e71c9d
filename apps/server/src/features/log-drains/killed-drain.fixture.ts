// A program that writes numbered events and sends them to the drains of the metadata, until it is killed.
import { openLogStore } from '@basalt/log-store/log-store.ts'
import { metadataOver, openMetadataPool } from '../../platform/metadata/metadata.ts'
import { EVERYWHERE } from '../../platform/outgoing-requests/private-networks.ts'
import { secretsWith } from '../../platform/secrets/secrets.ts'
import { followedLogs } from '../logs/followed-logs.ts'
import { storedSources } from '../logs/log-views.ts'
import { drainWorkers } from './drain-workers.ts'
import { logDrainStore } from './log-drains.store.ts'

const [directory = '', url = '', key = '', ref = '', first = '0'] = process.argv.slice(2)
process.on('disconnect', () => process.exit())
const fail = (error: unknown) => {
  throw error
}

const logs = openLogStore({ directory, sources: storedSources, onFailed: fail, onDamaged: fail })
const metadata = metadataOver(openMetadataPool(url))
const workers = drainWorkers({
  logs: followedLogs(logs).port,
  store: logDrainStore(metadata, secretsWith(Buffer.from(key, 'hex'))),
  reach: EVERYWHERE,
  now: () => new Date(),
  onFailed: fail,
})
await workers.start()
for (let next = Number(first); ; ) {
  for (let n = 0; n < 40; n++, next++)
    logs.add(ref, 'requests', {
      timestamp: Date.now(),
      event_message: `event ${next} ${'x'.repeat(next % 7 === 0 ? 20_000 : 10)}`,
      status: next,
    })
  await logs.flush()
  process.send!(next)
  if (next % 200 === 0) await logs.compact()
  // The parent says when to go on, so that drains keep up.
  await new Promise((resolve) => process.once('message', resolve))
}

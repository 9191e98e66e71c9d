import { decideRestore, restoreBackup } from '@basalt/contract/backups/backups.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { findsFinished } from './finished-restore.fixture.ts'

/**
 * A server that finishes what the last one was at, checks that, and is killed while it restores the backup of the project or
 * undoes that. Its arguments are the resources as
 * JSON, the project, what it does, and the moment: `before exchangeData` or `after exchangeData`, for each method of the
 * engine.
 */
const [base, ref, action, moment] = process.argv.slice(2) as [string, string, 'restore' | 'undo', string]

let isArmed = false

const die = () => process.kill(process.pid, 'SIGKILL')

const deadly = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      if (name === 'subscribe') return method.bind(target)
      return async (...args: unknown[]) => {
        if (isArmed && moment === `before ${String(name)}`) die()
        const result = await method.apply(target, args)
        if (isArmed && moment === `after ${String(name)}`) die()
        return result
      }
    },
  })

const fixture = await openAppOn(JSON.parse(base) as TestBase, { wrapEngine: deadly })
const { owner, overview } = await findsFinished(fixture, ref, action === 'restore' ? 'UNDONE' : 'RESTORED')
const params = { ref }
isArmed = true
if (action === 'restore') {
  const { id } = (await overview()).backups[0]!
  await owner.call(restoreBackup, { params, body: { id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
} else {
  await owner.call(decideRestore, { params, body: { keep: 'previous' } })
  await waitFor(async () => (await overview()).restore?.status === 'UNDONE')
}
await fixture.lifecycle.close()

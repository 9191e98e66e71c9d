import { cancelRestore, decideRestore, restoreBackup } from '@basalt/contract/backups/backups.endpoints.ts'
import type { Engine, RestoreOptions } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { findsFinished } from './finished-restore.fixture.ts'

/**
 * A server that finishes what the last one was at, checks that, and is killed while it restores the backup of the project,
 * undoes that, or cancels it. Its arguments are the resources as
 * JSON, the project, what it does, and the moment: `before exchangeData` or `after exchangeData`, for each method of the
 * engine.
 */
const [base, ref, action, moment] = process.argv.slice(2) as [
  string,
  string,
  'restore' | 'undo' | 'cancel',
  string,
]

let isArmed = false

const die = () => process.kill(process.pid, 'SIGKILL')

/** Reached once a restore has begun to unpack; it goes on when it is to be cancelled. */
const unpacking = Promise.withResolvers<void>()
const cancelling = Promise.withResolvers<void>()

async function* held(files: RestoreOptions['files']): RestoreOptions['files'] {
  for await (const file of files) {
    yield file
    unpacking.resolve()
    await cancelling.promise
  }
}

const deadly = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      if (name === 'subscribe') return method.bind(target)
      if (name === 'restore' && action === 'cancel')
        return (id: string, options: RestoreOptions) =>
          target.restore(id, {
            ...options,
            files: id === `${ref}-check` ? options.files : held(options.files),
          })
      return async (...args: unknown[]) => {
        if (isArmed && moment === `before ${String(name)}`) die()
        const result = await method.apply(target, args)
        if (isArmed && moment === `after ${String(name)}`) die()
        return result
      }
    },
  })

const fixture = await openAppOn(JSON.parse(base) as TestBase, { wrapEngine: deadly })
const FOUND = { restore: 'UNDONE', undo: 'RESTORED', cancel: 'CANCELLED' } as const
const { owner, overview } = await findsFinished(fixture, ref, FOUND[action])
const params = { ref }
const { id } = (await overview()).backups[0]!
if (action === 'cancel') {
  await owner.call(restoreBackup, { params, body: { id } })
  await unpacking.promise
}
isArmed = true
if (action === 'restore') {
  await owner.call(restoreBackup, { params, body: { id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
} else if (action === 'cancel') {
  await owner.call(cancelRestore, { params, body: {} })
  cancelling.resolve()
  await waitFor(async () => (await overview()).restore?.status === 'CANCELLED')
} else {
  await owner.call(decideRestore, { params, body: { keep: 'previous' } })
  await waitFor(async () => (await overview()).restore?.status === 'UNDONE')
}
await fixture.lifecycle.close()

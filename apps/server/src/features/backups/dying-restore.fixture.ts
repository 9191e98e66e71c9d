import {
  createBackup,
  decideRestore,
  listBackups,
  restoreBackup,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

/**
 * A server that is killed while it restores a backup, or undoes that. Its arguments are the resources as JSON, what it
 * does, and the moment: `before exchangeData` or `after exchangeData`, for each method of the engine.
 */
const [base, action, moment] = process.argv.slice(2) as [string, 'restore' | 'undo', string]

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
const owner = await signUp(fixture, 'owner@example.com')
const { ref } = await aProject(owner, await anOrganization(owner))
await reaches(owner, ref, 'ACTIVE_HEALTHY')
const params = { ref }
const ask = (query: string) => owner.call(runQuery, { params, body: { query } })
const overview = async () => (await owner.call(listBackups, { params })).body

await ask('create table kept as select 1 as n')
const { body } = await owner.call(createBackup, { params, body: {} })
await waitFor(async () => (await overview()).backups[0]!.verified_at !== null)
await ask('insert into kept values (2)')
if (action === 'restore') isArmed = true
await owner.call(restoreBackup, { params, body: { id: body.id } })
await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
await reaches(owner, ref, 'ACTIVE_HEALTHY')
isArmed = true
await owner.call(decideRestore, { params, body: { keep: 'previous' } })
await waitFor(async () => (await overview()).restore?.status === 'UNDONE')
await fixture.lifecycle.close()

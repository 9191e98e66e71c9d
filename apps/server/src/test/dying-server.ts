import { createBackup, listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import {
  createBranch,
  deleteBranch,
  prepareBranch,
  resetBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  listDatabaseStates,
  promoteReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { openAppOn, type TestBase } from './app-fixture.ts'
import { breakDatabase } from './broken-database.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from './people.ts'
import { databasesOf, onDiskThat, whenSpare } from './spare-branch.ts'

/**
 * A server that is killed at a moment of the life of a project or of its branch. Its arguments are the resources as JSON, the action on the
 * project, and the moment: `before create` or `after create` for each method of the engine, a status, or `40 ms` after the
 * action begins.
 */
const [base, action, moment] = process.argv.slice(2) as [string, string, string]

const die = () => process.kill(process.pid, 'SIGKILL')
let isArmed = false
const delay = /^(\d+) ms$/.exec(moment)?.[1]
const arm = () => {
  isArmed = true
  if (delay !== undefined) setTimeout(die, Number(delay))
}

const deadly = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      // These are synchronous.
      if (name === 'subscribe' || name === 'ports') return method.bind(target)
      return async (...args: unknown[]) => {
        if (isArmed && moment === `before ${String(name)}`) die()
        const result = await method.apply(target, args)
        if (isArmed && moment === `after ${String(name)}`) die()
        return result
      }
    },
  })

if (action === 'create') arm()
const own = JSON.parse(base) as TestBase
const fixture = await openAppOn(own, {
  wrapEngine: (engine) => deadly(onDiskThat(action === 'spare-branch')(engine)),
})
fixture.bus.subscribe((_organization, event) => {
  if (isArmed && event.type === 'project' && event.project.status === moment) die()
})

const owner: Person = await signUp(fixture, 'owner@example.com')
const { ref } = await aProject(owner, await anOrganization(owner))
await reaches(owner, ref, 'ACTIVE_HEALTHY')

/** Checking it restores it, too. */
async function checkedBackup(): Promise<string> {
  const { id } = (await owner.call(createBackup, { params: { ref }, body: {} })).body
  await waitFor(async () => {
    const { backups } = (await owner.call(listBackups, { params: { ref } })).body
    return backups.find((one) => one.id === id)?.verified_at
  })
  return id
}

if (action.endsWith('-branch')) {
  await owner.call(runQuery, { params: { ref }, body: { query: 'create table kept as select 1 as n' } })
  if (action === 'create-branch') arm()
  if (action === 'prepare-branch') {
    if (moment.endsWith('prepareCopy')) arm()
    await waitFor(async () => (await owner.call(prepareBranch, { params: { ref } })).body.copy === 'copied')
    arm()
  }
  if (action === 'spare-branch') {
    if (moment === 'after copy') arm()
    const known = databasesOf(own)
    await whenSpare(own, fixture.engine, {
      known,
      prepare: () => owner.call(prepareBranch, { params: { ref } }),
    })
    arm()
  }
  const past = action === 'past-branch' ? { id: await checkedBackup() } : undefined
  if (past) arm()
  const { body: branch } = await owner.call(createBranch, {
    params: { ref },
    body: { branch_name: 'feature', ...(past && { moment: past }) },
  })
  await reaches(owner, branch.project_ref, 'ACTIVE_HEALTHY')
  const query = 'create table own (n int)'
  await owner.call(runQuery, { params: { ref: branch.project_ref }, body: { query } })
  arm()
  if (action === 'reset-branch') await owner.call(resetBranch, { params: { id: branch.id }, body: null })
  if (action === 'delete-branch') await owner.call(deleteBranch, { params: { id: branch.id } })
} else if (action.startsWith('promote-')) {
  await owner.call(runQuery, { params: { ref }, body: { query: 'create table kept as select 1 as n' } })
  const { body } = await owner.call(setUpReplica, {
    params: { ref },
    body: { read_replica_region: fixture.config.region },
  })
  const { identifier } = body
  const states = async () => (await owner.call(listDatabaseStates, { params: { ref } })).body
  await waitFor(async () => (await states())[1]?.status === 'ACTIVE_HEALTHY')
  const params = { ref, identifier }
  if (action === 'promote-to-fork') {
    arm()
    const branch = await owner.call(promoteReplica, { params, body: { as: 'branch', branch_name: 'fork' } })
    await reaches(owner, branch.body.project_ref, 'ACTIVE_HEALTHY')
  } else {
    await breakDatabase(fixture, ref)
    await owner.send('POST', `/platform/projects/${ref}/restart`)
    await reaches(owner, ref, 'ACTIVE_UNHEALTHY')
    arm()
    await owner.call(promoteReplica, { params, body: { as: 'primary', confirm: ref } })
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
  }
} else {
  arm()
  await owner.send('POST', `/platform/projects/${ref}/${action}`)
  if (action === 'delete') await owner.send('DELETE', `/platform/projects/${ref}`)
}
if (delay === undefined) await fixture.lifecycle.close()

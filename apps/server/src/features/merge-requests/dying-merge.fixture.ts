import { createBranch, diffBranch, pushBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  getMergeRequest,
  mergeMergeRequest,
  rehearseMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import type { KyselyPlugin } from 'kysely'
import { openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

/**
 * A server that is killed while it merges a branch, or updates it from its parent. Its arguments are the resources as JSON, and
 * the moment: the field that was stored last or is about to be stored, or the copy for the rehearsal. The base is stored at the
 * end of an update.
 */
const [base, moment] = process.argv.slice(2) as [
  string,
  'after rehearsal' | 'after copy' | 'after merging_xid' | 'before merged_at' | 'before base_schema',
]
const [when, field] = moment.split(' ') as ['after' | 'before', string]

const die = () => process.kill(process.pid, 'SIGKILL')
/** Branches are copied, and have a base, before anything is merged. */
let isArmed = false

/** Queries that store the field. */
const deadly = new WeakSet<object>()
const storesField = (node: unknown) => JSON.stringify(node).includes(`"name":"${field}"`)
const plugin: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    if (isArmed && node.kind === 'UpdateQueryNode' && storesField(node.updates)) {
      if (when === 'before') die()
      deadly.add(queryId)
    }
    return node
  },
  async transformResult({ result, queryId }) {
    if (deadly.has(queryId)) die()
    return result
  },
}

const wrapEngine = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      if (name !== 'copy') return method.bind(target)
      return async (...args: Parameters<Engine['copy']>) => {
        const facts = await target.copy(...args)
        if (isArmed && moment === 'after copy') die()
        return facts
      }
    },
  })

const fixture = await openAppOn(JSON.parse(base) as TestBase, {
  wrapEngine,
  wrapMetadata: (metadata) => metadata.withPlugin(plugin),
})
const owner = await signUp(fixture, 'owner@example.com')
const { ref } = await aProject(owner, await anOrganization(owner))
await reaches(owner, ref, 'ACTIVE_HEALTHY')
const ask = (of: string, query: string) => owner.call(runQuery, { params: { ref: of }, body: { query } })
await ask(ref, 'create table kept (id int primary key); insert into kept values (1)')
const { body: branch } = await owner.call(createBranch, { params: { ref }, body: { branch_name: 'feature' } })
const own = branch.project_ref
await reaches(owner, own, 'ACTIVE_HEALTHY')
await waitFor(async () => (await owner.call(diffBranch, { params: { id: branch.id } })).status === 200)
isArmed = true
if (moment === 'before base_schema') {
  await ask(ref, 'alter table kept add of_parent int')
  await owner.call(pushBranch, { params: { id: branch.id } })
}
await ask(own, 'alter table kept add note text; insert into kept values (2)')
const { body: request } = await owner.call(createMergeRequest, {
  params: { ref: own },
  body: { title: 'Merge it', tables: [{ schema: 'public', name: 'kept' }] },
})
const params = { ref: own, id: request.id }
await waitFor(async () => {
  await owner.call(rehearseMergeRequest, { params })
  return waitFor(async () => {
    const { rehearsal } = (await owner.call(getMergeRequest, { params })).body
    return rehearsal?.status === 'running' ? undefined : rehearsal
  }).then(({ status }) => status === 'passed')
})
await owner.call(mergeMergeRequest, { params })
await waitFor(async () => (await owner.call(getMergeRequest, { params })).body.status === 'merged')
await fixture.lifecycle.close()

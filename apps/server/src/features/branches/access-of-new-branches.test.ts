import { createBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import { updateNetworkAccess } from '@basalt/contract/network-access/network-access.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

/** SQLSTATE for an address that no rule admits. */
const NOT_ADMITTED = '28000'

/** The SQLSTATE with which a server refuses somebody without the password; `in` when it does not. */
async function enter(port: number): Promise<string | undefined> {
  const login = { host: '127.0.0.1', port, user: 'postgres', password: 'unknown', database: 'postgres' }
  const client = new pg.Client(login)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'in'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => undefined)
  }
}

test('a branch admits nobody whom its parent does not admit, from the moment at which it can be reached', async () => {
  const refusals: (string | undefined)[] = []
  const wrapEngine = (engine: Engine): Engine =>
    new Proxy(engine, {
      get(target, name) {
        if (name === 'copy')
          return async (...[id, options]: Parameters<Engine['copy']>) => {
            const facts = await target.copy(id, options)
            refusals.push(await enter((await target.endpoint(id))!.port))
            return facts
          }
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  await using fixture = await openApp({}, { wrapEngine })
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await owner.call(updateNetworkAccess, { params: { ref }, body: { allowed_cidrs: ['192.0.2.0/24'] } })
  const { body: branch } = await owner.call(createBranch, {
    params: { ref },
    body: { branch_name: 'closed' },
  })
  await reaches(owner, branch.project_ref, 'ACTIVE_HEALTHY')
  expect(refusals).toEqual([NOT_ADMITTED])
})

import path from 'node:path'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { createGateway } from '@basalt/postgres-gateway/gateway.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'
import { openPoolers } from './open-poolers.ts'
import { readOrMakeIdentity } from './tls-identity.ts'

test('a dedicated pooler outside its range moves into it, and members are notified', async () => {
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  // As left by versions that took ports from the end of the databases' range.
  await fixture.metadata.insertInto('dedicated_poolers').values({ ref, port: 55_399 }).execute()
  const gateway = await openPoolers({
    host: '127.0.0.1',
    ports: { session: 0, transaction: 0 },
    tls: readOrMakeIdentity(path.join(path.dirname(fixture.config.dataDir), 'keys')),
    resolve: fixture.poolers.resolve,
    run: createGateway,
    log: () => undefined,
  })
  try {
    await fixture.poolers.attach(gateway)
    const { port } = await fixture.metadata
      .selectFrom('dedicated_poolers')
      .select('port')
      .where('ref', '=', ref)
      .executeTakeFirstOrThrow()
    const { first, last } = fixture.config.dedicatedPortRange
    expect(port).toBeGreaterThanOrEqual(first)
    expect(port).toBeLessThanOrEqual(last)
    await waitFor(async () => {
      const { body } = await owner.call(listNotifications, { query: {} })
      return JSON.stringify(body).includes(`moved from port 55399 to port ${port}`)
    })
  } finally {
    await gateway.close({ drainMs: 0 })
  }
})

import { deepStrictEqual } from 'node:assert'
import { listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import type { AppFixture } from '../../test/app-fixture.ts'
import { PASSWORD, reaches, signInAs } from '../../test/people.ts'

export const OWNER = 'owner@example.com'

/**
 * Starts a server as after a kill, and waits until it has finished what the last one was at: the check of the backup, and a
 * restore, an undo or a cancellation. The backup has one row, and a second one was written after it. Throws when other rows are there.
 */
export async function findsFinished(
  server: Pick<AppFixture, 'app' | 'lifecycle' | 'startFeatures'>,
  ref: string,
  expected: 'RESTORED' | 'UNDONE' | 'CANCELLED',
) {
  const owner = await signInAs(server, OWNER, PASSWORD)
  await server.lifecycle.markStopped()
  const resumed = server.lifecycle.resume()
  server.startFeatures(resumed)
  await resumed
  const params = { ref }
  const ask = async (query: string) => (await owner.call(runQuery, { params, body: { query } })).body
  const overview = async () => (await owner.call(listBackups, { params })).body
  await waitFor(async () => (await overview()).backups[0]!.verified_at !== null)
  const { restore } = await overview()
  if (restore) await waitFor(async () => (await overview()).restore?.status === expected)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  if (!restore) await ask('insert into kept values (2)')
  const rows = await ask('select n from kept order by n')
  deepStrictEqual(rows, expected === 'RESTORED' ? [{ n: 1 }] : [{ n: 1 }, { n: 2 }])
  return { owner, overview }
}

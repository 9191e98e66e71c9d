import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createBackup } from '@basalt/contract/backups/backups.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect, test } from 'vitest'
import { newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'
import { findsFinished, OWNER } from './finished-restore.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./dying-restore.fixture.ts', import.meta.url))

type Kill = readonly ['restore' | 'undo' | 'cancel', moment: string]

async function dieAt(base: TestBase, ref: string, kill: Kill) {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(base), ref, ...kill], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errorOutput += chunk
  })
  const [, signal] = await once(child, 'close')
  expect(signal, `${kill.join(', ')}: ${errorOutput}`).toBe('SIGKILL')
}

/** `npm run chaos -- backups kills` sets more: the list is gone through as often as it takes. */
const KILLS = Number(process.env.BASALT_RESTORE_KILLS ?? 5)
const SECONDS_PER_KILL = 30

const kills: Kill[] = [
  ['restore', 'after restore'],
  ['undo', 'after exchangeData'],
  ['restore', 'before exchangeData'],
  ['undo', 'after destroy'],
  ['restore', 'after exchangeData'],
]

/** Restores and undos take turns, each with the next of its moments. */
function killAt(count: number): Kill {
  const same = kills.filter(([action]) => action === (count % 2 === 0 ? 'restore' : 'undo'))
  return same[Math.floor(count / 2) % same.length]!
}

/** A server that has ended, with a project whose only backup has one row. */
async function aBackedUpProject(base: TestBase): Promise<string> {
  const first = await openAppOn(base)
  const owner = await signUp(first, OWNER)
  const { ref } = await aProject(owner, await anOrganization(owner))
  const params = { ref }
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await owner.call(runQuery, { params, body: { query: 'create table kept as select 1 as n' } })
  await owner.call(createBackup, { params, body: {} })
  await first[Symbol.asyncDispose]()
  return ref
}

test('what a server was at when it ended is finished by the next one: a backup, a restore, and an undo', {
  timeout: 60_000 + KILLS * SECONDS_PER_KILL * 1000,
}, async () => {
  await using base = await newBase()
  const ref = await aBackedUpProject(base)
  // Each finishes what the one before was killed at, and fails when it does not find that.
  for (let count = 0; count < KILLS; count++) await dieAt(base, ref, killAt(count))
  await using fixture = await openAppOn(base)
  await findsFinished(fixture, ref, killAt(KILLS - 1)[0] === 'restore' ? 'RESTORED' : 'UNDONE')
  if (KILLS > kills.length) process.stdout.write(`Kills in restores and undos: ${KILLS}\n`)
})

test('a restore that a server was cancelling when it ended is cancelled by the next one, and leaves nothing', {
  timeout: 180_000,
}, async () => {
  await using base = await newBase()
  const ref = await aBackedUpProject(base)
  for (const moment of ['before destroy', 'after destroy']) await dieAt(base, ref, ['cancel', moment])
  await using fixture = await openAppOn(base)
  await findsFinished(fixture, ref, 'CANCELLED')
  const restores = await fixture.metadata.selectFrom('restores').select(['status', 'instance']).execute()
  expect(restores.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
  for (const { instance } of restores) expect(await fixture.engine.exists(instance!)).toBe(false)
})

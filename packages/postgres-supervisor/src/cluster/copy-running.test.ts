import { join } from 'node:path'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openEngine, PASSWORD, query, SUPERUSER, startedInstance } from '../embedded/engine.fixture.ts'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import type { CopyPace } from './copy-pace.rules.ts'
import { beginCopy } from './copy-running.ts'
import { type FileCopier, startFileCopier } from './file-copier.ts'

/** Begins a copy of a running instance that copies no file before `release` is called. */
async function aHeldCopy({ isInAdvance }: { isInAdvance: boolean }) {
  const { engine, dataDir } = await openEngine()
  const source = await startedInstance(engine, 'one')
  const held = Promise.withResolvers<void>()
  const paces: CopyPace[] = []
  const copier = startFileCopier()
  const told: FileCopier = {
    ...copier,
    isIdle: false,
    isAlive: true,
    copy(folder, watch) {
      paces.push(watch.pace)
      return copier.copy(folder, watch)
    },
    setPace(pace) {
      paces.push(pace)
      copier.setPace(pace)
    },
  }
  const copy = beginCopy(
    {
      data: join(dataDir, 'instances/one/data'),
      login: { host: source.host, port: source.port, user: SUPERUSER, password: PASSWORD },
    },
    join(await temporaryDirectory(), 'copy'),
    {
      copiers: { take: () => told, giveBack: () => copier[Symbol.asyncDispose]() },
      owner: undefined,
      isInAdvance,
      isStandby: false,
      isSynced: false,
      withoutSlotMs: 60_000,
      mayCopy: () => held.promise,
      step: () => undefined,
    },
  )
  onTestFinished(() => copy.abandon())
  return { source, copy, paces, release: held.resolve }
}

test('a copy that somebody waits for goes slower while its source is written to', async () => {
  const { source, copy, paces, release } = await aHeldCopy({ isInAdvance: false })
  const finished = copy.finish()
  await waitFor(async () => paces.at(-1) === 'full')
  await query(source, 'create table written as select 1 as n')
  await waitFor(async () => paces.at(-1) === 'gentle')
  await waitFor(async () => paces.at(-1) === 'full')
  release()
  await (await finished).released
  // The server may write its log by itself, too.
  expect(paces.slice(0, 4)).toEqual(['gentle', 'full', 'gentle', 'full'])
})

test('a copy in advance keeps its rests until somebody waits for it', async () => {
  const { source, copy, paces, release } = await aHeldCopy({ isInAdvance: true })
  await copy.logBytes()
  await query(source, 'create table written as select 1 as n')
  expect(paces).toEqual(['in-advance'])
  const finished = copy.finish()
  await waitFor(async () => paces.at(-1) === 'full')
  release()
  await (await finished).released
})

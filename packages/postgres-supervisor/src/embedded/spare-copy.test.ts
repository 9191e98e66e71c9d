import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openEngine, PASSWORD, query } from './engine.fixture.ts'

const OTHER = 'no such battery'

test('an instance has the password it was created with, whichever the spare copy had', async () => {
  const { engine, dataDir } = await openEngine({ nextSuperuserPassword: () => PASSWORD })
  const spares = async () =>
    (await readdir(join(dataDir, 'unfinished'))).filter((name) => name.startsWith('spare.'))
  for (const [id, password, wrong] of [
    ['expected', PASSWORD, OTHER],
    ['unexpected', OTHER, PASSWORD],
  ] as const) {
    await waitFor(async () => (await spares()).length === 1)
    await engine.create(id, { superuserPassword: password })
    const endpoint = await engine.start(id)
    expect(await query(endpoint, 'select 1 as one', password)).toEqual([{ one: 1 }])
    await expect(query(endpoint, 'select 1', wrong)).rejects.toThrow('password authentication failed')
  }
  await engine.close()
  expect(await spares()).toEqual([])
})

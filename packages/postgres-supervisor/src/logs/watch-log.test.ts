import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { watchLog } from './watch-log.ts'

test('new lines are reported, in existing files and in new ones', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory, 'postgresql-1.json')
  await writeFile(file, 'one\n')
  for (const write of [
    () => appendFile(file, 'two\n'),
    () => writeFile(join(directory, 'postgresql-2.json'), 'three\n'),
  ]) {
    let end: (() => void) | undefined
    const told = new Promise<void>((resolve) => {
      end = watchLog(directory, resolve)
    })
    await write()
    await told
    end?.()
  }
})

test('a folder that cannot be watched is not', () => {
  expect(watchLog('/nowhere', () => undefined)).toBeUndefined()
})

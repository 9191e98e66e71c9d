import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { readLogAfter } from './log-after.ts'
import { pruneLog, readLog } from './log-files.ts'

const line = (message: string, more = {}) =>
  `${JSON.stringify({ timestamp: '2026-01-02 03:04:05.678 UTC', error_severity: 'LOG', message, ...more })}\n`

async function logOf(files: Record<string, string>): Promise<string> {
  const directory = await temporaryDirectory()
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content)
  return directory
}

test('entries of several files are returned newest first, up to the limit', async () => {
  const directory = await logOf({
    'postgresql-2026-01-01-000000.json': line('first') + line('second'),
    'postgresql-2026-01-02-000000.json': line('third'),
    'postgresql-2026-01-02-000000.log': 'not an entry\n',
  })
  const messages = async (limit: number) => (await readLog(directory, limit)).map(({ message }) => message)
  expect(await messages(10)).toEqual(['third', 'second', 'first'])
  expect(await messages(2)).toEqual(['third', 'second'])
})

test('an entry contains exactly the fields that the server logged', async () => {
  const fields = {
    error_severity: 'ERROR',
    state_code: '42P01',
    statement: 'select',
    user: 'ann',
    dbname: 'app',
    pid: 7,
  }
  const directory = await logOf({
    'a.json': line('no such table', { ...fields, backend_type: 'client backend' }),
  })
  expect(await readLog(directory, 1)).toEqual([
    {
      time: '2026-01-02T03:04:05.678Z',
      severity: 'ERROR',
      message: 'no such table',
      sqlstate: '42P01',
      statement: 'select',
      user: 'ann',
      database: 'app',
      pid: 7,
      backend: 'client backend',
    },
  ])
})

test('a line cut short by a crash is skipped', async () => {
  const directory = await logOf({ 'a.json': `${line('whole')}{"timestamp":"2026-01-02 03:0` })
  expect(await readLog(directory, 5)).toHaveLength(1)
})

test('a link in the directory is not followed', async () => {
  const elsewhere = await logOf({ 'secret.json': line('secret') })
  const directory = join(elsewhere, 'log')
  await mkdir(directory)
  await symlink(join(elsewhere, 'secret.json'), join(directory, 'a.json'))
  expect(await readLog(directory, 5)).toEqual([])
})

test('an instance that never ran has an empty log', async () => {
  expect(await readLog(join(await temporaryDirectory(), 'absent'), 5)).toEqual([])
})

test('pruning keeps the newest files of each kind', async () => {
  const directory = await logOf({ '1.json': '', '2.json': '', '3.json': '', '1.log': '', '2.log': '' })
  await pruneLog(directory, 2)
  expect((await readdir(directory)).sort()).toEqual(['1.log', '2.json', '2.log', '3.json'])
})

test('a log that cannot be read is not taken for an empty one', async () => {
  const directory = join(await logOf({ file: '' }), 'file')
  await expect(readLog(directory, 1)).rejects.toThrow('ENOTDIR')
  await expect(readLogAfter(directory, undefined)).rejects.toThrow('ENOTDIR')
})

import { appendFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { readLogAfter } from './log-after.ts'

const line = (message: string, more: object = {}) =>
  `${JSON.stringify({ timestamp: '2026-01-02 03:04:05.678 UTC', error_severity: 'LOG', message, ...more })}\n`

async function follow(directory: string, from?: string) {
  const messages: string[] = []
  let leftOut = 0
  for (let position = from; ; ) {
    const part = await readLogAfter(directory, position)
    messages.push(...part.entries.map(({ message }) => message))
    leftOut += part.leftOut
    position = part.position
    if (!part.isMore) return { messages, position, leftOut }
  }
}

test('a log is read once from file to file, and a line only when it is complete', async () => {
  const directory = await temporaryDirectory()
  expect(await follow(directory)).toEqual({ messages: [], position: undefined, leftOut: 0 })
  await writeFile(join(directory, 'postgresql-1.json'), line('one') + line('two'))
  await writeFile(join(directory, 'postgresql-2.json'), line('three') + line('four').slice(0, 30))
  const first = await follow(directory)
  expect(first.messages).toEqual(['one', 'two', 'three'])
  expect((await follow(directory, first.position)).messages).toEqual([])
  await appendFile(join(directory, 'postgresql-2.json'), line('four').slice(30))
  await writeFile(join(directory, 'postgresql-3.json'), line('five'))
  const second = await follow(directory, first.position)
  expect(second.messages).toEqual(['four', 'five'])
  // PostgreSQL's files are pruned while nobody reads.
  await rm(join(directory, 'postgresql-3.json'))
  await writeFile(join(directory, 'postgresql-4.json'), line('six'))
  expect((await follow(directory, second.position)).messages).toEqual(['six'])
})

test('a line of many megabytes is counted, the lines around it are read, and no link is followed', async () => {
  const directory = await temporaryDirectory()
  await writeFile(
    join(directory, 'postgresql-1.json'),
    `${line('before')}${line('x'.repeat(3_000_000))}not json\n${line('after', { application_name: 'app', session_id: '1.2' })}`,
  )
  await writeFile(join(directory, 'elsewhere'), line('secret'))
  await symlink(join(directory, 'elsewhere'), join(directory, 'postgresql-2.json'))
  const { messages, leftOut } = await follow(directory)
  expect(messages).toEqual(['before', 'after'])
  expect(leftOut).toBeGreaterThan(0)
  const part = await readLogAfter(directory, undefined)
  expect(part.entries[0]).toEqual({ time: '2026-01-02T03:04:05.678Z', severity: 'LOG', message: 'before' })
})

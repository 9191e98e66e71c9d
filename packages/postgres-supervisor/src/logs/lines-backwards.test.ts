import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { linesBackwards } from './lines-backwards.ts'

async function linesOf(content: string): Promise<string[]> {
  const path = join(await temporaryDirectory(), 'log')
  await writeFile(path, content)
  await using file = await open(path)
  const lines: string[] = []
  for await (const line of linesBackwards(file)) lines.push(line)
  return lines
}

test('lines are read from last to first, without empty ones', async () => {
  expect(await linesOf('one\n\ntwo\nthree\n')).toEqual(['three', 'two', 'one'])
  expect(await linesOf('only')).toEqual(['only'])
  expect(await linesOf('')).toEqual([])
})

test('lines that span chunks are complete, including multi-byte characters', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `${index} ${'é'.repeat(3_000)}`)
  expect(await linesOf(lines.join('\n'))).toEqual(lines.toReversed())
})

test('a line over the limit is skipped, its neighbours are not', async () => {
  expect(await linesOf(`before\n${'x'.repeat(1_100_000)}\nafter\n`)).toEqual(['after', 'before'])
})

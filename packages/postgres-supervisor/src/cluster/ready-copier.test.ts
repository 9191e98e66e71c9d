import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { type FileCopier, startFileCopier } from './file-copier.ts'
import { ReadyCopier } from './ready-copier.ts'

/** Copies a folder with one file, and returns what the copy has. */
async function copyOf(copier: FileCopier) {
  const folder = await temporaryDirectory()
  await mkdir(join(folder, 'from'))
  await writeFile(join(folder, 'from/file'), 'content')
  const paths = { from: join(folder, 'from'), to: join(folder, 'to') }
  const everything = { leftOut: /^$/, leftOutPaths: new Set<string>(), emptied: new Set<string>() }
  await copier.copy(
    { ...paths, ...everything, owner: undefined, isSynced: false },
    { signal: new AbortController().signal, pace: 'full' },
  )
  return readFile(join(paths.to, 'file'), 'utf8')
}

test('a process that was announced is used once, and another copy gets one of its own', async () => {
  const ready = new ReadyCopier()
  ready.announce()
  ready.announce()
  await using one = ready.take()
  await using two = ready.take()
  expect(one).not.toBe(two)
  expect(await Promise.all([copyOf(one), copyOf(two)])).toEqual(['content', 'content'])
})

test('a process that has made a copy makes the next one, unless it may still be copying', async () => {
  const ready = new ReadyCopier()
  const one = ready.take()
  expect(await copyOf(one)).toBe('content')
  await ready.giveBack(one)
  const same = ready.take()
  expect(same).toBe(one)
  expect(await copyOf(same)).toBe('content')

  const missing = { from: '/nowhere', to: '/nowhere/copy', leftOut: /^$/, leftOutPaths: new Set<string>() }
  const failing = same.copy(
    { ...missing, emptied: new Set(), owner: undefined, isSynced: false },
    { signal: new AbortController().signal, pace: 'full' },
  )
  await expect(failing).rejects.toThrow('ENOENT')
  await ready.giveBack(same)
  expect(same.isAlive).toBe(false)
  await using other = ready.take()
  expect(await copyOf(other)).toBe('content')
})

test('none is kept once nothing is copied any more', async () => {
  const ready = new ReadyCopier()
  const one = ready.take()
  await copyOf(one)
  await ready.close()
  await ready.giveBack(one)
  expect(one.isAlive).toBe(false)
})

test('a process that has ended before it was needed is replaced', async () => {
  const started: FileCopier[] = []
  const ready = new ReadyCopier(() => {
    started.push(startFileCopier())
    return started.at(-1)!
  })
  ready.announce()
  await started[0]![Symbol.asyncDispose]()
  await using next = ready.take()
  expect(next).not.toBe(started[0])
  expect(await copyOf(next)).toBe('content')
})

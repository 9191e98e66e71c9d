import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLeakedList, NoLeakedList, openLeakedList } from './leaked-list.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leaked-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sha1 = (text: string) => createHash('sha1').update(text).digest()
const hexOf = (text: string) => sha1(text).toString('hex')
const at = (name: string) => path.join(folder, name)

test('every hash of the source is in the list, and hardly any other', async () => {
  const leaked = Array.from({ length: 2_000 }, (_, n) => `leaked ${n}`)
  const lines = leaked.map((text, n) => (n % 2 === 0 ? hexOf(text) : `${hexOf(text).toUpperCase()}:${n}`))
  await writeFile(at('hashes'), `${lines.join('\r\n')}\r\n\n`)
  expect(await buildLeakedList(at('hashes'), at('list'))).toBe(2_000)
  const list = openLeakedList(at('list'))
  for (const text of leaked) expect(await list.has(sha1(text))).toBe(true)
  let others = 0
  for (let n = 0; n < 2_000; n += 1) if (await list.has(sha1(`another ${n}`))) others += 1
  expect(others).toBeLessThan(12)
  list.close()
  // 14.4 bits for each hash, and nothing else is left in the folder.
  expect((await readFile(at('list'))).length).toBeLessThan(2_000 * 1.8 + 64)
  expect((await readdir(folder)).sort()).toEqual(['hashes', 'list'])
})

test('a source with another line makes no list', async () => {
  await writeFile(at('wrong'), `${hexOf('a')}\npassword\n`)
  await expect(buildLeakedList(at('wrong'), at('none'))).rejects.toThrow('Line 2')
  expect(() => openLeakedList(at('none'))).toThrow('ENOENT')
})

test('a file that is no list, or a part of one, is refused', async () => {
  expect(() => openLeakedList(at('hashes'))).toThrow(NoLeakedList)
  await truncate(at('list'), 100)
  expect(() => openLeakedList(at('list'))).toThrow('not complete')
  await writeFile(at('empty'), '')
  expect(() => openLeakedList(at('empty'))).toThrow(NoLeakedList)
})

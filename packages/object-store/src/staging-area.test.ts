import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stagingArea } from './staging-area.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'basalt-staging-'))
})
afterAll(() => rm(root, { recursive: true }))

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('pieces become one file, whose hash is known at the end', async () => {
  const area = stagingArea<{ name: string }>(root)
  await area.create('project/one', { name: 'a' })
  expect(await area.append('project/one', 0, pieces('hel', 'lo '))).toBe(6)
  expect(await area.append('project/one', 6, pieces('world'))).toBe(11)
  expect(await area.find('project/one')).toEqual({ info: { name: 'a' }, size: 11 })
  expect(await area.facts('project/one')).toEqual({ size: 11, md5: md5('hello world') })
  expect(await readFile(area.file('project/one'), 'utf8')).toBe('hello world')
})

test('another process continues where the first one stopped', async () => {
  await stagingArea(root).create('project/two', {})
  await stagingArea(root).append('project/two', 0, pieces('hello '))
  const later = stagingArea(root)
  expect((await later.find('project/two'))?.size).toBe(6)
  await later.append('project/two', 6, pieces('world'))
  expect(await later.facts('project/two')).toEqual({ size: 11, md5: md5('hello world') })
})

test('bytes that arrived before a body broke off are stored and hashed', async () => {
  const area = stagingArea(root)
  await area.create('project/three', {})
  async function* breaking() {
    yield Buffer.from('hello ')
    throw new Error('the client went away')
  }
  await expect(area.append('project/three', 0, breaking())).rejects.toThrow('the client went away')
  expect((await area.find('project/three'))?.size).toBe(6)
  await area.append('project/three', 6, pieces('world'))
  expect(await area.facts('project/three')).toEqual({ size: 11, md5: md5('hello world') })
})

test('a finished file keeps its metadata', async () => {
  const area = stagingArea(root)
  await area.create('other/three', { name: 'a' })
  await area.append('other/three', 0, pieces('hello'))
  await area.finish('other/three')
  expect(await area.find('other/three')).toEqual({ info: { name: 'a' }, size: undefined })
  await area.remove('other/three')
})

test('a removed file is gone', async () => {
  const area = stagingArea(root)
  await area.create('other/four', {})
  await area.remove('other/four')
  expect(await area.find('other/four')).toBeUndefined()
  const ids: string[] = []
  for await (const id of area.ids('other')) ids.push(id)
  expect(ids).toEqual([])
})

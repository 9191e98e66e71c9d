import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from './test-folder.ts'

const LITTLE = 1
const MORE_THAN_THERE_IS = Number.MAX_SAFE_INTEGER

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'basalt-test-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a folder with room, in which programs can be started, takes the files of the tests', () => {
  const folder = newFolder()
  expect(testFolder(folder, LITTLE)).toEqual({ TMPDIR: folder })
  expect(readdirSync(folder)).toEqual([])
})

test('a machine with too little room keeps them on its disk', () => {
  expect(testFolder(newFolder(), MORE_THAN_THERE_IS)).toEqual({})
})

test('a system without such a folder keeps them on its disk', () => {
  expect(testFolder(path.join(newFolder(), 'absent'), LITTLE)).toEqual({})
})

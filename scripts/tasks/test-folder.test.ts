import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from './test-folder.ts'

const ONE_BYTE = 1
const MORE_THAN_AVAILABLE = Number.MAX_SAFE_INTEGER

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'basalt-test-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a folder with enough space that allows executing programs is used for test files', () => {
  const folder = newFolder()
  expect(testFolder(folder, ONE_BYTE)).toEqual({ TMPDIR: folder })
  expect(readdirSync(folder)).toEqual([])
})

test('with too little space, test files stay on disk', () => {
  expect(testFolder(newFolder(), MORE_THAN_AVAILABLE)).toEqual({})
})

test('without such a folder, test files stay on disk', () => {
  expect(testFolder(path.join(newFolder(), 'absent'), ONE_BYTE)).toEqual({})
})

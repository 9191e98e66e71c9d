import { expect, test } from 'vitest'
import { FOLDER_FILES_MAX, folderSize } from './folder-size.ts'
import { planted } from './planted.ts'

const files = (folder: string, count: number, ending = 'ts') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/part-${index}.${ending}`, '']))

test('a folder with one file too many is refused and one at the limit passes', () => {
  const tree = {
    ...files('apps/server/src/http', FOLDER_FILES_MAX + 1),
    ...files('apps/server/src/platform', FOLDER_FILES_MAX),
  }
  expect(folderSize.check(planted(tree))).toEqual({
    looked: 2,
    broken: ['apps/server/src/http holds 41 files'],
  })
})

test('tests, stories and the files of addresses do not count', () => {
  const tree = {
    ...files('packages/sql/src', FOLDER_FILES_MAX),
    ...files('packages/sql/src', FOLDER_FILES_MAX, 'test.ts'),
    ...files('e2e', FOLDER_FILES_MAX + 1, 'e2e.ts'),
    ...files('apps/dashboard/src/routes/_shell', FOLDER_FILES_MAX + 1, 'tsx'),
  }
  expect(folderSize.check(planted(tree))).toEqual({ looked: 1, broken: [] })
})

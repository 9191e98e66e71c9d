import { expect, test } from 'vitest'
import { planted } from '../guards/planted.ts'
import { FILE_LINES_ADVISED, FOLDER_FILES_ADVISED, sizesToReview } from './sizes.ts'

const lines = (count: number) => `${Array.from({ length: count }, () => '//').join('\n')}\n`
const files = (folder: string, count: number, ending = 'ts') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/part-${index}.${ending}`, '']))

test('a file one line too long is named and one at the limit is not', () => {
  const tree = {
    'tools/long.ts': lines(FILE_LINES_ADVISED + 1),
    'tools/full.ts': lines(FILE_LINES_ADVISED),
  }
  expect(sizesToReview(planted(tree))).toEqual(['tools/long.ts has 301 lines'])
})

test('a folder with one file too many is named and one at the limit is not', () => {
  const tree = {
    ...files('apps/server/src/http', FOLDER_FILES_ADVISED + 1),
    ...files('apps/server/src/platform', FOLDER_FILES_ADVISED),
  }
  expect(sizesToReview(planted(tree))).toEqual(['apps/server/src/http contains 41 files'])
})

test('tests, stories and the files of addresses do not count', () => {
  const tree = {
    ...files('packages/sql/src', FOLDER_FILES_ADVISED),
    ...files('packages/sql/src', FOLDER_FILES_ADVISED, 'test.ts'),
    ...files('e2e', FOLDER_FILES_ADVISED + 1, 'e2e.ts'),
    ...files('apps/dashboard/src/routes/_shell', FOLDER_FILES_ADVISED + 1, 'tsx'),
  }
  expect(sizesToReview(planted(tree))).toEqual([])
})

import path from 'node:path'
import { isTest } from '../source/source-file.ts'
import type { Guard } from './guard.ts'

/** Names in a longer list are read by nobody: they want to be grouped by what they are about. */
export const FOLDER_FILES_MAX = 40

/** Where a file stands for a page, the addresses of the pages decide. */
const BY_ADDRESS = /^apps\/dashboard\/src\/routes\//

/** Source alone is counted: tests stand beside what they test, and stories are a list by nature. */
const isCounted = (file: string) =>
  /^(?:apps|packages)\//.test(file) && !BY_ADDRESS.test(file) && !isTest(file)

export const folderSize: Guard = {
  rule: `no folder of source holds more than ${FOLDER_FILES_MAX} files`,
  check(files) {
    const counts = new Map<string, number>()
    for (const folder of files
      .map((file) => file.path)
      .filter(isCounted)
      .map(path.posix.dirname))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    return {
      looked: counts.size,
      broken: [...counts]
        .filter(([, count]) => count > FOLDER_FILES_MAX)
        .map(([folder, count]) => `${folder} holds ${count} files`),
    }
  },
}

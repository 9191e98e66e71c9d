import path from 'node:path'
import { isTest, type SourceFile } from '../source/source-file.ts'

/** Above this, a file is often two concepts. */
export const FILE_LINES_ADVISED = 300

/** A folder with more files is hard to scan: they belong in folders by topic. */
export const FOLDER_FILES_ADVISED = 40

/** Page addresses determine the files here. */
const BY_ADDRESS = /^apps\/dashboard\/src\/routes\//

/**
 * Lists the files and folders that are larger than advised, one line each. Advice, never a failure: files are cut by
 * concept, and a concept that needs 320 lines stays in one file.
 */
export function sizesToReview(files: readonly SourceFile[]): string[] {
  const long = files
    .map((file) => ({ file, lines: file.text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > FILE_LINES_ADVISED)
    .map(({ file, lines }) => `${file.path} has ${lines} lines`)
  const counts = new Map<string, number>()
  for (const { path: file } of files)
    if (isCounted(file)) counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1)
  const full = [...counts]
    .filter(([, count]) => count > FOLDER_FILES_ADVISED)
    .map(([folder, count]) => `${folder} contains ${count} files`)
  return [...long, ...full]
}

/** Tests stand beside what they test, and route files are a list by nature. */
const isCounted = (file: string) =>
  /^(?:apps|packages)\//.test(file) && !BY_ADDRESS.test(file) && !isTest(file)

import type { Guard } from './guard.ts'

/** A longer file is usually two concepts. */
export const FILE_LINES_MAX = 300

export const fileSize: Guard = {
  rule: `no file has more than ${FILE_LINES_MAX} lines`,
  check: (files) => ({
    looked: files.length,
    broken: files
      .map((file) => ({ file, lines: file.text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > FILE_LINES_MAX)
      .map(({ file, lines }) => `${file.path} has ${lines} lines`),
  }),
}

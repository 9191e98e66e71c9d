import type { SourceFile } from '../source/source-file.ts'

/**
 * A project rule as a pure function over files, so that its test can plant a violation.
 * `checked` counts the subjects: a guard that finds none has stopped working and must not pass.
 */
export interface Guard {
  readonly rule: string
  check(files: readonly SourceFile[]): Finding
}

export interface Finding {
  readonly checked: number
  /** One line for each violation, naming the file. */
  readonly broken: readonly string[]
}

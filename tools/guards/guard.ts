import type { SourceFile } from '../source/source-file.ts'

/**
 * A rule of the house as a pure function over files, so that its test can plant a violation.
 * `looked` counts the subjects: a guard that finds nothing to look at has gone blind and must not pass.
 */
export interface Guard {
  readonly rule: string
  check(files: readonly SourceFile[]): Finding
}

export interface Finding {
  readonly looked: number
  /** One line for each violation, naming the file. */
  readonly broken: readonly string[]
}

import type { SourceFile } from '../source/source-file.ts'

/** A small tree of files for a guard's own tests: path to text. */
export const planted = (tree: Record<string, string>): SourceFile[] =>
  Object.entries(tree).map(([path, text]) => ({ path, text }))

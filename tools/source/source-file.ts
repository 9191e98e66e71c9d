import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A source file: `path` is relative to the repository, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

const roots = ['packages', 'apps', 'e2e', 'bench', 'scripts', 'tools']
const skipped = new Set(['node_modules', 'dist', 'test-results', 'playwright-report'])
/** A build in progress is written beside the last one, as `dist.<pid>`. */
const isSkipped = (name: string) => skipped.has(name) || name.startsWith('dist.')

/** Every TypeScript, JavaScript and style file of the repository except generated ones, sorted by path. */
export function readSources(repository: string): SourceFile[] {
  return roots
    .flatMap((root) =>
      globSync(`${root}/**/*.{ts,tsx,mjs,js,css}`, {
        cwd: repository,
        exclude: (name) => isSkipped(path.basename(name)),
      }),
    )
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !isGenerated(file))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(repository, file), 'utf8') }))
}

const isGenerated = (file: string) => file.includes('.gen.')

/** Whether only tests load a file: it may then import the test package and more than the code under test. */
export const isTest = (file: string) =>
  /\.(test|conformance|e2e|fixture)\.tsx?$/.test(file) ||
  /^(e2e|bench)\//.test(file) ||
  /^apps\/[^/]+\/src\/test\//.test(file)

export const isTypeScript = (file: string) => /\.tsx?$/.test(file)

import { importsOf, packageOf } from '../source/imports.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Guard } from './guard.ts'

/** The program, and what it loads in every start once its port is open. */
const STARTS = ['apps/server/src/main.ts', 'apps/server/src/start.ts']
/** Each takes megabytes of memory for as long as a server runs, although it may never be needed, or only after the start. */
const LATE = new Set([
  'sharp',
  'nodemailer',
  'pg-boss',
  '@aws-sdk/checksums',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@duckdb/node-api',
  '@electric-sql/pglite-tools',
  '@node-saml/node-saml',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@supabase/pg-delta',
  '@xmldom/xmldom',
])

/** These libraries are loaded by `await import()` when they are first needed. A test of the server's build checks that too. */
export const lateLibraries: Guard = {
  rule: 'a start loads no large library that most starts never need',
  check(files) {
    const reached = loadedWith(new Map(files.map((file) => [file.path, file])), STARTS)
    return { checked: reached.length, broken: reached.flatMap(librariesLoadedBy) }
  },
}

/** All files that these files load, transitively. */
function loadedWith(files: ReadonlyMap<string, SourceFile>, starts: readonly string[]): SourceFile[] {
  const reached = new Set<SourceFile>()
  const visit = (path: string) => {
    const file = files.get(path)
    if (!file || reached.has(file)) return
    reached.add(file)
    for (const { target } of loadedBy(file)) if (target !== undefined) visit(target)
  }
  for (const start of starts) visit(start)
  return [...reached]
}

const loadedBy = (file: SourceFile) =>
  importsOf(file).filter(({ isTypeOnly, isLate }) => !isTypeOnly && !isLate)

const librariesLoadedBy = (file: SourceFile) =>
  loadedBy(file)
    .filter(({ specifier }) => LATE.has(packageOf(specifier)))
    .map(({ specifier }) => `${file.path} loads ${specifier} with the server`)

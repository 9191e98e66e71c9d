import path from 'node:path'
import { isTypeScript, type SourceFile } from '../source/source-file.ts'
import { fieldOf, listOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

/** A barrel hides who depends on whom, and loads everything when one thing is needed. */
export const noBarrels: Guard = {
  rule: 'no file only re-exports other files',
  check(files) {
    const code = files.filter((file) => isTypeScript(file.path))
    return {
      checked: code.length,
      broken: code
        .filter((file) => isIndex(file) || onlyPassesOn(file))
        .map((file) => `${file.path} is a barrel`),
    }
  },
}

const isIndex = (file: SourceFile) =>
  /^index\.tsx?$/.test(path.basename(file.path)) && !file.path.startsWith('apps/dashboard/src/routes/')

function onlyPassesOn(file: SourceFile) {
  const statements = listOf(syntaxOf(file), 'body')
  const exports = statements.filter((statement) => statement.type !== 'ImportDeclaration')
  return (
    exports.length > 0 &&
    exports.every(
      (statement) =>
        statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && fieldOf(statement, 'declaration') === undefined),
    )
  )
}

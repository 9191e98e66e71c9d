import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'

let parser: Promise<ParseSql> | undefined

/** Analyses a script with PostgreSQL's parser, which is loaded once; by keywords alone when the parser fails. */
export async function analysedScript(script: string): Promise<ScriptAnalysis> {
  parser ??= loadParser()
  try {
    return analyseScript(script, await parser)
  } catch {
    // SQL that is too long breaks the parser. Another is loaded for the next script.
    parser = undefined
    return analyseScript(script)
  }
}

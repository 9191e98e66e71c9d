import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'

/** A request from the page to the SQL worker. */
export type SqlWorkerRequest =
  | { readonly id: number; readonly kind: 'analyse'; readonly script: string }
  | { readonly id: number; readonly kind: 'format'; readonly script: string }

export type SqlWorkerResponse =
  | { readonly id: number; readonly analysis: ScriptAnalysis }
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly failure: string }

/** Scripts with more UTF-16 code units are analysed by their keywords alone: their parse tree would fill the memory. */
export const PARSED_LENGTH_MAX = 6_000_000

/**
 * Analyses with the parser when there is one and the script is not too long; by keywords alone when the parser fails.
 */
export function analyseWith(parse: ParseSql | undefined, script: string): ScriptAnalysis {
  if (!parse || script.length > PARSED_LENGTH_MAX) return analyseScript(script)
  try {
    return analyseScript(script, parse)
  } catch {
    return analyseScript(script)
  }
}

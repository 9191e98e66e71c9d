import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'

/** What the page asks of the thread that reads SQL. */
export type SqlWork =
  | { readonly id: number; readonly kind: 'analyse'; readonly script: string }
  | { readonly id: number; readonly kind: 'format'; readonly script: string }

export type SqlWorkAnswer =
  | { readonly id: number; readonly analysis: ScriptAnalysis }
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly failure: string }

/** Above so many UTF-16 codes a script is read by its words alone: its tree would fill the memory. */
export const PARSED_LENGTH_MAX = 6_000_000

/** With the parser if there is one and the script is not too long for it; by words alone if it breaks down. */
export function analyseWith(parse: ParseSql | undefined, script: string): ScriptAnalysis {
  if (!parse || script.length > PARSED_LENGTH_MAX) return analyseScript(script)
  try {
    return analyseScript(script, parse)
  } catch {
    return analyseScript(script)
  }
}

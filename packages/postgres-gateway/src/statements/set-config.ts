import type { Lexer } from '@basalt/sql/lexer.ts'

const TRUE = /^(?:true|'(?:t|tr|tru|true|on|y|ye|yes|1)')$/i

/**
 * Reads the arguments of a `set_config` whose name the lexer has just passed: `local` when it ends with the transaction,
 * otherwise the setting that it changes for the session, or `unknown` when that depends on values.
 */
export function readSetConfig(lexer: Lexer, sql: string): 'local' | 'unknown' | { name: string } {
  const args: string[][] = [[]]
  let depth = 0
  while (lexer.next()) {
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    const token = sql.slice(lexer.start, lexer.end)
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (depth === 0) break
    if (token === ',' && depth === 1) args.push([])
    else if (token !== '(' || depth > 1) args.at(-1)!.push(token)
  }
  const [name = [], , scope = []] = args
  if (args.length === 3 && scope.length === 1 && TRUE.test(scope[0]!)) return 'local'
  const isPlain = name.length === 1 && /^'[\w.]+'$/.test(name[0]!)
  return isPlain ? { name: name[0]!.slice(1, -1).toLowerCase() } : 'unknown'
}

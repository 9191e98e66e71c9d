import { expect, test } from 'vitest'
import type { SourceText } from './lexer.ts'
import { splitStatements } from './split-statements.ts'

/** The script, counting every character that is read, searched through or copied. */
function counted(script: string) {
  const count = { characters: 0 }
  const text: SourceText = {
    length: script.length,
    charCodeAt: (index) => {
      count.characters += 1
      return script.charCodeAt(index)
    },
    indexOf: (part, from = 0) => {
      const found = script.indexOf(part, from)
      count.characters += (found < 0 ? script.length : found + part.length) - from
      return found
    },
    slice: (start = 0, end = script.length) => {
      count.characters += end - start
      return script.slice(start, end)
    },
  }
  return { text, count }
}

const MEGABYTE = 1024 * 1024
const fill = (piece: string) => piece.repeat(Math.ceil(MEGABYTE / piece.length))

test.each([
  ['short statements', fill('select 1;\n')],
  ['one statement of many rows', `insert into t values ${fill("(1, 'some text'), ")}`],
  ['one string', `select '${fill('x')}'`],
  ['doubled quotes', `select ${fill("''")}`],
  ['strings in two lines', `select ${fill("E'a'\n")}`],
  ['an E string and blank lines', `select ${fill("E'a'\n\n\n\n\n\n\n\n x ")}`],
  ['comments', fill('-- a comment\n')],
  ['nested comments that never end', fill('/*')],
  ['dollars', fill('$')],
  ['dollar tags that never end', fill('$a')],
  ['different dollar quotes', fill('$a$;$a$ $b$;$b$;')],
  ['open parentheses', fill('(;')],
  ['one word', fill('a')],
  ['routine bodies', fill('create function f() begin atomic select case when a then b end; end;')],
])('a megabyte of %s is read in linear time', (_case, script) => {
  const { text, count } = counted(script)
  splitStatements(text)
  expect(count.characters).toBeGreaterThan(script.length / 2)
  expect(count.characters).toBeLessThan(script.length * 8)
})

import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'

const PIECES = [
  'select', 'a', 'E', 'u', '1', '1.5', '$1', 'é', '表', '😀', '+', '-', '*', '/', '\\', '::', ',', '.',
  "';'", "'it''s;'", "E'\\';\\\\'", "U&'\\0061;'", '"x;""y"', '$$;$$', "$a$;$$';$a$", '$é$;$é$',
  '(1; 2)', '((;)";")', '/* ; */', '/* /* ; */ ; */', '-- ; \' "\n', 'begin', 'end', 'case',
] // biome-ignore format: a table of pieces reads better packed
const GAPS = ['', ' ', '\n', '\r\n\t', ' /* gap; */ ', ' -- gap;\n']

test('statements joined by semicolons are found again piece by piece', () => {
  for (let seed = 1; seed <= 3000; seed += 1) {
    const next = randomBelow(seed)
    const statement = () =>
      `select ${Array.from({ length: 1 + next(8) }, () => PIECES[next(PIECES.length)]).join(' ')} z`
    const statements = Array.from({ length: 1 + next(6) }, statement)
    const script = statements
      .map((text) => `${GAPS[next(2) * next(3)]}${text}${GAPS[next(GAPS.length)]};`)
      .join('')
    const found = splitStatements(script)
    expect(
      found.map((each) => each.text),
      `seed ${seed}: ${script}`,
    ).toEqual(statements)
    for (const each of found) expect(script.slice(each.start, each.end)).toBe(each.text)
  }
})

test('random input never loses a character other than whitespace, comments and semicolons', () => {
  const alphabet = [...'\';$"()-/*\\\n aEe1_&', 'begin ', 'create function ']
  for (let seed = 1; seed <= 3000; seed += 1) {
    const next = randomBelow(seed)
    const script = Array.from({ length: next(60) }, () => alphabet[next(alphabet.length)]).join('')
    const found = splitStatements(script)
    let last = 0
    for (const each of found) {
      expect(each.start, `seed ${seed}: ${script}`).toBeGreaterThanOrEqual(last)
      expect(each.end).toBeGreaterThan(each.start)
      expect(splitStatements(script.slice(last, each.start))).toEqual([])
      last = each.end
    }
    expect(splitStatements(script.slice(last))).toEqual([])
  }
})

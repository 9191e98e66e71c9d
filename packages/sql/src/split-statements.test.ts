import { describe, expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'

const texts = (script: string) => splitStatements(script).map((statement) => statement.text)

describe('a semicolon ends a statement, except', () => {
  test.each([
    ['in a string', "select ';'"],
    ['after a doubled quote in a string', "select 'a'';b'"],
    ['after a backslash in a plain string, which means itself', "select '\\', ';'"],
    ['after an escaped quote in an E string', "select E'a\\';b'"],
    ['in an E string that continues on the next line', "select e'a'\n  'b\\';c'"],
    ['in an E string that continues after a comment', "select e'a' -- first\n 'b\\';c'"],
    ['in a Unicode string, where a backslash is no escape of the quote', "select U&'\\', ';'"],
    ['in a bit string', "select B'0;1'"],
    ['in a delimited identifier', 'select 1 as "a;""b;"'],
    ['in a Unicode identifier', 'select 1 as U&"a;b"'],
    ['in a line comment', 'select 1 -- one; two\n, 2'],
    ['in a block comment', 'select /* ; */ 1'],
    ['in a nested comment', 'select /* a /* ; */ ; */ 1'],
    ['in a comment that follows an operator', 'select 1 +/* ; */ 1'],
    ['in a dollar quote', 'do $$ begin; end $$'],
    ['in a tagged dollar quote', "do $body$ begin; $$ ' ; $$ end $body$"],
    ['in a dollar quote directly after a number', 'select 1$$;$$'],
    ['in parentheses', 'create rule r as on insert to t do also (delete from a; delete from b)'],
    ['in the body of a routine', 'create function f() returns int begin atomic select 1; select 2; end'],
    [
      'in a routine body that holds a CASE',
      'create or replace procedure p() begin atomic select case when true then 1 end; select 2; END',
    ],
    ['after a non-ASCII letter, which is part of a name', 'select é$a$, "x;" from é$a$'],
  ])('%s', (_case, statement) => {
    expect(texts(`${statement}; select 2`)).toEqual([statement, 'select 2'])
  })
})

describe('the splitter', () => {
  test('gives offsets into the script', () => {
    expect(splitStatements("  select '😀' ;\n\tselect 2;")).toEqual([
      { text: "select '😀'", start: 2, end: 13 },
      { text: 'select 2', start: 17, end: 25 },
    ])
  })

  test.each([
    ['', []],
    [' \n\t', []],
    [';;;', []],
    ['-- nothing', []],
    ['/* nothing */ ; -- at all', []],
    ['select 1;;select 2;', ['select 1', 'select 2']],
    ['/*+ hint */ select 1 -- done', ['/*+ hint */ select 1']],
    ['select $1; select $2', ['select $1', 'select $2']],
    ['select a$b$c; select 2', ['select a$b$c', 'select 2']],
    ["select type'a\\'; select 2", ["select type'a\\'", 'select 2']],
    ["select 1e'a\\'; select 2", ["select 1e'a\\'", 'select 2']],
    ["select 'a' 'b\\'; select 2", ["select 'a' 'b\\'", 'select 2']],
    ['begin; select 1; end; select 2', ['begin', 'select 1', 'end', 'select 2']],
    ['select case when true then 1 end; select 2', ['select case when true then 1 end', 'select 2']],
    ["create function f() as 'begin'; select 2", ["create function f() as 'begin'", 'select 2']],
    ['select 1); select 2', ['select 1)', 'select 2']],
    ['\\d', ['\\d']],
    ['select $ 1; x', ['select $ 1', 'x']],
  ])('splits %j into %j', (script, statements) => {
    expect(texts(script)).toEqual(statements)
  })

  test.each([
    ['string', "select 'a; select 2; "],
    ['E string that ends in a backslash', "select E'a; \\"],
    ['delimited identifier', 'select "a; select 2'],
    ['dollar quote', 'select $x$ a; select $$2; '],
    ['comment', '/* a; select 2; '],
    ['nested comment', 'select /* /* */ ; 1'],
    ['parenthesis', 'select (1; select 2;'],
    ['routine body', 'create function f() begin atomic select 1; select 2;'],
  ])('keeps an unterminated %s as the last statement, for the server to report', (_case, tail) => {
    const found = texts(`select 1; ${tail}`)
    expect(found).toHaveLength(2)
    expect(found[1]!.trimEnd()).toBe(tail.trimEnd())
  })
})

import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'
import { viewColumns } from './view-columns.ts'

test.each([
  ['titel', ['title', 'year'], 'title'],
  ['Films', ['films'], 'films'],
  ['flims', ['films', 'fans'], 'films'],
  ['x', ['films'], undefined],
  ['directory_of_everything', ['directors'], undefined],
])('the nearest name to %s in %j is %s', (written, names, nearest) => {
  expect(nearestName(written, names)).toBe(nearest)
})

test('the origins of view columns are read from the outermost query', () => {
  const entry = (number: number, table: number, column: number, junk = 'false') =>
    `{TARGETENTRY :expr {VAR :varno 1 :text \\} \\(} :resno ${number} :resname n${number} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk ${junk}}`
  const inner = `{QUERY :commandType 1 :targetList (${entry(1, 99, 9)}) :rowMarks <>}`
  const rule = `({QUERY :commandType 1 :rtable ({RTE :subquery ${inner}}) :targetList (${entry(1, 16_384, 2)} ${entry(2, 0, 0)} ${entry(3, 16_385, 1, 'true')}) :having ${inner}})`
  expect(viewColumns(rule)).toEqual([{ column: 1, relation: 16_384, relationColumn: 2 }])
  expect(viewColumns('nonsense (((')).toEqual([])
})

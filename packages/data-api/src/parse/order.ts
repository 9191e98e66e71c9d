import type { OrderTerm } from '../syntax-tree.ts'
import { parseField, parsePath } from './field.ts'
import { Scanner } from './scanner.ts'

const DIRECTION = /\.(asc|desc)(?=[.,]|\s*$)/y
const NULLS = /\.nulls(first|last)(?=,|\s*$)/y

/** Parses an order such as `name.desc.nullslast,data->>age,author(name).asc`. Throws PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text)
  const terms: OrderTerm[] = []
  do {
    scanner.spaces()
    terms.push(term(scanner))
    scanner.spaces()
  } while (scanner.take(','))
  scanner.expectEnd()
  return terms
}

function term(scanner: Scanner): OrderTerm {
  const name = scanner.name()
  if (!scanner.take('('))
    return {
      field: { column: name, path: parsePath(scanner) },
      relation: undefined,
      ...directionAndNulls(scanner),
    }
  const field = parseField(scanner)
  scanner.expect(')')
  return { field, relation: name, ...directionAndNulls(scanner) }
}

const directionAndNulls = (scanner: Scanner) => ({
  direction: scanner.match(DIRECTION)?.[1] as OrderTerm['direction'],
  nulls: scanner.match(NULLS)?.[1] as OrderTerm['nulls'],
})

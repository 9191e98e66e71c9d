import type { Field, JsonStep } from '../syntax-tree.ts'
import type { Scanner } from './scanner.ts'

const INDEX = /-?\d+(?![^.,:()\s>-])/y
const KEY = /[^.,:()\s"'>-]+(?:-(?!>)[^.,:()\s"'>-]+)*/y

/** Parses `column`, or a JSON path in it: `data->a->>0`. */
export function parseField(scanner: Scanner): Field {
  const column = scanner.name()
  return { column, path: parsePath(scanner) }
}

export function parsePath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : undefined
    if (!arrow) return path
    const index = scanner.match(INDEX)
    if (index && Math.abs(Number(index[0])) < 2 ** 31) path.push({ arrow, key: Number(index[0]) })
    else if (index) path.push({ arrow, key: index[0] })
    else if (scanner.peek('"')) path.push({ arrow, key: scanner.quoted() })
    else path.push({ arrow, key: (scanner.match(KEY) ?? scanner.fail('a key or an index'))[0] })
  }
}

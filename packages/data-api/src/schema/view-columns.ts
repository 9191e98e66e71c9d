/** The origin of a view's column that is an unchanged column of another relation. */
export interface Origin {
  /** The attribute number in the view. */
  readonly column: number
  /** The oid of the origin, which may also be a view. */
  readonly relation: number
  readonly relationColumn: number
}

const TARGET = /^\{TARGETENTRY /
const FIELDS =
  /:resno (\d+) :resname (?:\S+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)\}$/

/**
 * Reads from a view's stored query (`pg_rewrite.ev_action`) which of its columns are unchanged columns of other relations,
 * so that their foreign keys apply to the view. Computed columns have no origin.
 */
export function viewColumns(rule: string): Origin[] {
  const list = topLevelTargets(rule)
  if (list === undefined) return []
  return entries(list).flatMap((entry) => {
    const [, column, relation, relationColumn, isJunk] = FIELDS.exec(entry) ?? []
    if (!TARGET.test(entry) || isJunk !== 'false' || relation === '0') return []
    return [{ column: Number(column), relation: Number(relation), relationColumn: Number(relationColumn) }]
  })
}

/** The text of `:targetList (…)` of the outermost query: the first at its own depth. */
function topLevelTargets(rule: string): string | undefined {
  let depth = 0
  for (let at = 0; at < rule.length; at++) {
    const character = rule[at]
    if (character === '\\') at++
    else if (character === '{' || character === '(') depth++
    else if (character === '}' || character === ')') depth--
    else if (character === ':' && depth === 2 && rule.startsWith(':targetList (', at)) {
      const from = at + ':targetList '.length
      return rule.slice(from, closingOf(rule, from) + 1)
    }
  }
  return undefined
}

function entries(list: string): string[] {
  const found: string[] = []
  let at = 1
  while (at < list.length) {
    if (list[at] === '{') {
      const end = closingOf(list, at)
      found.push(list.slice(at, end + 1))
      at = end
    }
    at++
  }
  return found
}

/** The index of the bracket that closes the one at `from`. */
function closingOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '{' || character === '(') depth++
    else if ((character === '}' || character === ')') && --depth === 0) return at
  }
  return text.length
}

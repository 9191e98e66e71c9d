import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { ChangeFacts, TypeFact } from './facts.ts'

const NUMBERS = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']
const TEXTS = ['text', 'varchar', 'bpchar', 'name']

/** Other changes of built-in types that PostgreSQL makes without `USING`. */
const assignable: Readonly<Record<string, readonly string[]>> = {
  json: ['jsonb'],
  jsonb: ['json'],
  timestamptz: ['timestamp', 'date', 'time', 'timetz'],
  timestamp: ['timestamptz', 'date', 'time'],
  date: ['timestamp', 'timestamptz'],
  time: ['timetz', 'interval'],
  timetz: ['time'],
  interval: ['time'],
  cidr: ['inet'],
  inet: ['cidr'],
  int4: ['oid'],
  int8: ['oid'],
  oid: ['int4', 'int8'],
}

function assigns(from: TypeFact, to: TypeFact): boolean {
  if (from.oid === to.oid || from.base === to.base) return true
  if (from.category === 'A' && to.category === 'A' && from.builtIn && to.builtIn)
    return assignsBuiltIn(from.builtIn.slice(1), to.builtIn.slice(1))
  if (to.builtIn && TEXTS.includes(to.builtIn)) return true
  return from.builtIn !== null && to.builtIn !== null && assignsBuiltIn(from.builtIn, to.builtIn)
}

const assignsBuiltIn = (from: string, to: string) =>
  from === to ||
  TEXTS.includes(to) ||
  (NUMBERS.includes(from) && NUMBERS.includes(to)) ||
  (assignable[from]?.includes(to) ?? false)

/** The expression that turns old values into new ones, where PostgreSQL does not convert by itself. */
export function conversion(
  column: string,
  from: TypeFact,
  to: TypeFact,
  { casts }: ChangeFacts,
): string | undefined {
  if (assigns(from, to)) return undefined
  const name = quoteIdentifier(column)
  // One value becomes an array of one, whatever its text looks like.
  if (to.category === 'A' && from.category !== 'A')
    return `case when ${name} is not null then array[${name}] end::${to.name}`
  const hasCast = casts.some(([source, target]) => source === from.base && target === to.base)
  return from.category === 'S' || hasCast ? `${name}::${to.name}` : `${name}::text::${to.name}`
}

const VARIABLE = ['varchar', 'varbit']
const SECONDS = ['time', 'timetz', 'timestamp', 'timestamptz']

/** Does PostgreSQL write the table again when a column's type changes? Only where old values stay valid as stored, it does not. */
export function typeRewrites(from: TypeFact, to: TypeFact, { casts, isUtc }: ChangeFacts): boolean {
  if (to.isConstrained && to.oid !== from.oid) return true
  if (from.oid === to.oid) return !isWider(from, to)
  if (from.base === to.base) return to.modifier !== -1
  if (to.modifier !== -1 && to.builtIn !== 'timestamp' && to.builtIn !== 'timestamptz') return true
  const between = [from.builtIn, to.builtIn]
  if (between.includes('timestamp') && between.includes('timestamptz'))
    return !isUtc || to.modifier !== from.modifier
  return !casts.some(
    ([source, target, method]) => source === from.base && target === to.base && method === 'b',
  )
}

/** Does every value of one length or precision have the other? */
function isWider({ modifier: from, builtIn }: TypeFact, { modifier: to }: TypeFact): boolean {
  if (from === to) return true
  if (builtIn === null) return false
  if (VARIABLE.includes(builtIn)) return to === -1 || (from !== -1 && to > from)
  if (builtIn === 'numeric') {
    if (to === -1) return true
    if (from === -1) return false
    const [old, next] = [from - 4, to - 4]
    return (old & 0x7ff) === (next & 0x7ff) && next >>> 16 >= old >>> 16
  }
  if (SECONDS.includes(builtIn)) return to === -1 || to >= 6 || (from !== -1 && to > from)
  return false
}

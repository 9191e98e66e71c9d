import type { ColumnType } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { Binary, Braces, CalendarClock, Hash, ListOrdered, Shapes, ToggleLeft, Type } from 'lucide-react'
import type { Option } from '../../../ui/controls/option.ts'
import type { Icon } from '../../../ui/text/icon.ts'

interface BuiltInType {
  readonly name: string
  readonly description: string
  readonly icon: Icon
}

/** The types that are offered first, by their short names. */
export const builtInTypes: readonly BuiltInType[] = [
  { name: 'int2', description: 'Whole number of two bytes', icon: Hash },
  { name: 'int4', description: 'Whole number of four bytes', icon: Hash },
  { name: 'int8', description: 'Whole number of eight bytes', icon: Hash },
  { name: 'float4', description: 'Inexact number of four bytes', icon: Hash },
  { name: 'float8', description: 'Inexact number of eight bytes', icon: Hash },
  { name: 'numeric', description: 'Exact number of any size', icon: Hash },
  { name: 'json', description: 'JSON as it was written', icon: Braces },
  { name: 'jsonb', description: 'JSON that can be searched and indexed', icon: Braces },
  { name: 'text', description: 'Text of any length', icon: Type },
  { name: 'varchar', description: 'Text; the same as text without a length', icon: Type },
  { name: 'uuid', description: 'Universally unique identifier', icon: Type },
  { name: 'date', description: 'Calendar date without time', icon: CalendarClock },
  { name: 'time', description: 'Time of day without time zone', icon: CalendarClock },
  { name: 'timetz', description: 'Time of day with time zone', icon: CalendarClock },
  { name: 'timestamp', description: 'Date and time without time zone', icon: CalendarClock },
  {
    name: 'timestamptz',
    description: 'A moment, displayed in the time zone of the session',
    icon: CalendarClock,
  },
  { name: 'bool', description: 'True or false', icon: ToggleLeft },
  { name: 'bytea', description: 'Bytes', icon: Binary },
]

/** A better choice for most columns. */
export const recommendations: Readonly<Record<string, string>> = {
  varchar: 'text',
  json: 'jsonb',
  timetz: 'timestamptz',
  timestamp: 'timestamptz',
}

const shortNames: Readonly<Record<string, string>> = {
  smallint: 'int2',
  integer: 'int4',
  int: 'int4',
  bigint: 'int8',
  real: 'float4',
  'double precision': 'float8',
  decimal: 'numeric',
  'character varying': 'varchar',
  boolean: 'bool',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
}

const PARTS = /^(.*?)((?:\(.*\))?)((?:\[\d*\])*)$/s
/** `timestamp(3) with time zone`: the precision stands inside the name. */
const INNER_PRECISION = /^(time|timestamp)\((\d)\) (with|without) time zone$/

/** A type in parts: `numeric`, `(10,2)` and whether it is an array. */
export function typeParts(type: string): { base: string; length: string; isArray: boolean } {
  const text = type.trim()
  const [, head = text, , brackets = ''] = PARTS.exec(text) ?? []
  const inner = INNER_PRECISION.exec(brackets === '' ? text : text.slice(0, -brackets.length))
  if (inner)
    return {
      base: `${inner[1]}${inner[3] === 'with' ? 'tz' : ''}`,
      length: `(${inner[2]})`,
      isArray: brackets !== '',
    }
  const length = PARTS.exec(text)?.[2] ?? ''
  const name = head.trim()
  return { base: shortNames[name.toLowerCase()] ?? name, length, isArray: brackets !== '' }
}

export const typeOf = ({ base, length, isArray }: ReturnType<typeof typeParts>) =>
  `${base}${length}${isArray ? '[]' : ''}`

/** The type in its short form: `bigint` becomes `int8`. */
export const shortType = (type: string) => typeOf(typeParts(type))

export function withBase(type: string, base: string) {
  const { base: known, isArray } = typeParts(type)
  return base === known ? type : typeOf({ base, length: '', isArray })
}

export const withArray = (type: string, isArray: boolean) => typeOf({ ...typeParts(type), isArray })

export const isWholeNumber = (type: string) => {
  const { base, isArray } = typeParts(type)
  return !isArray && ['int2', 'int4', 'int8'].includes(base)
}

export const isTextType = (type: string) => {
  const { base, isArray } = typeParts(type)
  return !isArray && ['text', 'varchar', 'char', 'character', 'bpchar', 'citext', 'name'].includes(base)
}

/** Options for a type picker; `type` is one of them, whatever it is, and is displayed with its length and brackets. */
export function typeOptions(type: string, types: readonly ColumnType[]): Option[] {
  const { base } = typeParts(type)
  const whole = shortType(type)
  const options: Option[] = [
    ...builtInTypes.map(({ name, description, icon }) => ({ value: name, label: name, description, icon })),
    ...types.map(({ name, kind, labels, comment }) => ({
      value: name,
      label: name,
      icon: kind === 'enum' ? ListOrdered : Shapes,
      ...((labels ?? comment) && { description: labels ? labelsText(labels) : (comment ?? '') }),
    })),
  ]
  return base === '' || options.some(({ value }) => value === base)
    ? options.map((option) => (option.value === base ? { ...option, label: whole } : option))
    : [{ value: base, label: whole, icon: Shapes }, ...options]
}

const LABELS_SHOWN = 5
const labelsText = (labels: readonly string[]) =>
  labels.length <= LABELS_SHOWN
    ? labels.join(', ')
    : `${labels.slice(0, LABELS_SHOWN).join(', ')} and ${labels.length - LABELS_SHOWN} more`

interface Suggestion {
  readonly expression: string
  readonly description: string
}

const NOW = { expression: 'now()', description: 'The time at which the transaction began' }
const suggestions: Readonly<Record<string, readonly Suggestion[]>> = {
  uuid: [
    { expression: 'gen_random_uuid()', description: 'A random identifier' },
    { expression: 'auth.uid()', description: 'The signed-in user' },
  ],
  timestamptz: [NOW, { expression: "now() + interval '1 day'", description: 'A day later' }],
  timestamp: [{ expression: "(now() at time zone 'utc')", description: 'The time in UTC' }],
  date: [{ expression: 'current_date', description: 'Today' }],
  time: [{ expression: 'localtime', description: 'The time of day' }],
  timetz: [{ expression: 'current_time', description: 'The time of day' }],
  text: [{ expression: 'auth.role()', description: 'The role of the signed-in user' }],
  jsonb: [{ expression: 'auth.jwt()', description: 'The claims of the signed-in user' }],
}

/** Expressions that are common defaults for a type. */
export const suggestedDefaults = (type: string): readonly Suggestion[] =>
  typeParts(type).isArray ? [] : (suggestions[typeParts(type).base] ?? [])

import type { LogScope, LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import { type LogMatch, type LogTerm, parseLogSearch } from '@basalt/contract/logs/log-search.rules.ts'
import { fieldsOf, type LogField, logSources } from '@basalt/contract/logs/logs.rules.ts'
import type { Condition } from '@basalt/log-store/log-store.ts'
import { AppError } from '../../http/app-error.ts'

/** The terms of a search. Throws `validation_failed` with what is wrong in it. */
export function searchTerms(scope: LogScope, search: string): LogTerm[] {
  const parsed = parseLogSearch(search, fieldsOf(scope))
  if ('problem' in parsed)
    throw new AppError('validation_failed', parsed.problem, {
      details: { issues: [{ path: 'query.q', message: parsed.problem }] },
    })
  return parsed.terms
}

/** The condition that terms state for the events of a source, which may have not all of their fields. */
export const searchCondition = (source: LogSourceId, terms: readonly LogTerm[]): Condition =>
  all(terms.map((term) => termCondition(term, logSources[source].fields)))

const joined = (conditions: readonly Condition[], by: 'and' | 'or'): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(` ${by} `)})`,
  params: conditions.flatMap(({ params }) => params),
})

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? { sql: 'true', params: [] } : joined(conditions, 'and')

export const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? { sql: 'false', params: [] } : joined(conditions, 'or')

function termCondition(term: LogTerm, fields: Readonly<Record<string, LogField>>): Condition {
  const condition =
    term.kind === 'text'
      ? { sql: `event_message ilike ? escape '\\'`, params: [`%${escaped(term.text)}%`] }
      : any(
          Object.hasOwn(fields, term.field)
            ? term.matches.map((match) => matchCondition(term.field, fields[term.field]!.type, match))
            : [],
        )
  // An event without the field is none that has the value.
  return term.isNegated
    ? { sql: `not coalesce(${condition.sql}, false)`, params: condition.params }
    : condition
}

/** @param field a name of the source's fields, never what a user wrote */
function matchCondition(field: string, type: LogField['type'], match: LogMatch): Condition {
  const name = `"${field}"`
  switch (match.kind) {
    case 'is':
      return type === 'number'
        ? { sql: `${name} = ?`, params: [Number(match.value)] }
        : { sql: `lower(${name}) = lower(?)`, params: [match.value] }
    case 'like':
      return {
        sql: `${name} ilike ? escape '\\'`,
        params: [match.pattern.split('*').map(escaped).join('%')],
      }
    case 'compare':
      return { sql: `${name} ${match.operator} ?`, params: [match.value] }
    case 'between':
      return { sql: `${name} between ? and ?`, params: [match.from, match.to] }
  }
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

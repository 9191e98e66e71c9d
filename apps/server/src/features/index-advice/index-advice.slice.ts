import { randomUUID } from 'node:crypto'
import {
  cancelIndexAdvice,
  getIndexAdvice,
  startIndexAdvice,
} from '@basalt/contract/index-advice/index-advice.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { type ParsedStatement, type ParseSql, SqlSyntaxError } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { statementOf } from '@basalt/sql/parser/sql-node.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Rehearsals } from '../rehearsals/rehearsals.port.ts'
import { indexAdviceService } from './index-advice.service.ts'

/** Statements that EXPLAIN takes and an index can serve. */
const EXPLAINED = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** Tries indexes for a query on a copy of its database, to measure what they would bring. */
export function indexAdviceSlice({ gates, now, failed }: Platform, { onCopy }: Pick<Rehearsals, 'onCopy'>) {
  const service = indexAdviceService({
    onCopy,
    newId: randomUUID,
    now,
    onError: failed('Trying indexes on a copy failed'),
  })
  let parser: Promise<ParseSql> | undefined

  /** Throws `validation_failed` for what is not one query. */
  async function onlyStatement(sql: string): Promise<ParsedStatement> {
    parser ??= loadParser()
    let statements: ParsedStatement[]
    try {
      statements = (await parser)(sql)
    } catch (error) {
      if (error instanceof SqlSyntaxError) throw new AppError('validation_failed', error.message)
      // SQL that is too long breaks the parser. Another is loaded for the next query.
      parser = undefined
      throw new AppError('validation_failed', 'This query is too long to be parsed.', { cause: error })
    }
    const [statement, ...others] = statements
    if (!statement || others.length > 0 || !EXPLAINED.has(statementOf(statement.node).type))
      throw new AppError('validation_failed', 'Send one SELECT, INSERT, UPDATE, DELETE or MERGE.')
    return statement
  }

  const found = (ref: string, id: string) => {
    const advice = service.find(ref, id)
    if (!advice) throw notFound('Index advice', id)
    return advice
  }
  return {
    routes(app) {
      const writing = gates.project(needs.runAnySql, { changesNothing: true })

      mount(app, startIndexAdvice, writing, async ({ project, body }) =>
        service.start(project.ref, body.query, await onlyStatement(body.query)),
      )

      mount(app, getIndexAdvice, writing, ({ project, params: { id } }) => found(project.ref, id))

      mount(app, cancelIndexAdvice, writing, async ({ project, params: { id } }) => {
        found(project.ref, id)
        await service.cancel(project.ref)
        return found(project.ref, id)
      })
    },
    forget: service.forget,
    close: service.close,
  } satisfies Slice
}

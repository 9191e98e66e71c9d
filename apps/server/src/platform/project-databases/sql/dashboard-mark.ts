/**
 * At the end of every statement that is sent for the dashboard, where it moves no position. PostgreSQL keeps the text with
 * which it counted a query first, so that it is known where that came from.
 */
export const DASHBOARD_MARK = ' /* basalt dashboard */'

export const marked = <Statement extends { readonly text: string }>(statement: Statement): Statement => ({
  ...statement,
  text: statement.text + DASHBOARD_MARK,
})

/** SQL: whether the text of a query has the mark. */
export const hasMark = (query: string) =>
  `pg_catalog.right(${query}, ${DASHBOARD_MARK.length}) = '${DASHBOARD_MARK}'`

/** SQL: the text of a query as its author wrote it. */
export const withoutMark = (query: string) => `pg_catalog.replace(${query}, '${DASHBOARD_MARK}', '')`

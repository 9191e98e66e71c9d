import { formatDialect, postgresql } from 'sql-formatter'

/** Formats SQL; words and literals stay as they are. Throws for SQL that it cannot parse. */
export const formatSql = (sql: string): string =>
  formatDialect(sql, {
    dialect: postgresql,
    tabWidth: 2,
    keywordCase: 'preserve',
    linesBetweenQueries: 1,
  })

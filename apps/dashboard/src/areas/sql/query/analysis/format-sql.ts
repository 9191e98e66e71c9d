import { formatDialect, postgresql } from 'sql-formatter'

/** Lays SQL out again; words and literals stay as they are. Throws for what it cannot read. */
export const formatSql = (sql: string): string =>
  formatDialect(sql, {
    dialect: postgresql,
    tabWidth: 2,
    keywordCase: 'preserve',
    linesBetweenQueries: 1,
  })

import { type AliasableExpression, type Expression, sql } from 'kysely'

/** A value about a user, found in the same statement as the user; `userId` is their id there. */
export type AboutUser<T> = (userId: Expression<string>) => AliasableExpression<T>

export const nothingAbout: AboutUser<null> = () => sql<null>`null::text`

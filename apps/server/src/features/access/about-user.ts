import { type AliasableExpression, type Compilable, type CompiledQuery, type Expression, sql } from 'kysely'
import { compiledOnce } from '../../platform/metadata/compiled-query.ts'

/**
 * Something about a user, found in the same statement as the user: `userId` is their id there, and `value` says about
 * what. The statement is compiled once for each function, and `value` is another one in each call.
 */
export type AboutUser<T> = (userId: Expression<string>, value: string) => AliasableExpression<T>

export const nothingAbout: AboutUser<null> = () => sql<null>`null::text`

const MARKS = { hash: Buffer.from('the hash of a credential'), value: 'the value that is asked about' }

/**
 * Makes the query of a user by the hash of their credential, with what is asked about them. `build` is called once for each
 * function that asks.
 */
export function userQueries<Row>(
  build: (
    hash: Buffer,
    about: (userId: Expression<string>) => AliasableExpression<unknown>,
  ) => Compilable<Row>,
): (aboutUser: AboutUser<unknown>, hash: Buffer, value: string) => CompiledQuery<Row> {
  const made = (aboutUser: AboutUser<unknown>) =>
    compiledOnce(MARKS, ({ hash, value }) => build(hash, (userId) => aboutUser(userId, value)))
  const queries = new Map<AboutUser<unknown>, ReturnType<typeof made>>()
  return (aboutUser, hash, value) => {
    const query = queries.get(aboutUser) ?? made(aboutUser)
    queries.set(aboutUser, query)
    return query({ hash, value })
  }
}

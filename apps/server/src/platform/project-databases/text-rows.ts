import type pg from 'pg'

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (text: string | Buffer) => text }

/** Returns a function that runs statements on a connection, and resolves to rows of values as PostgreSQL writes them. */
export const textRows =
  (client: pg.Client) =>
  async ({ text, values }: { text: string; values: readonly (string | null)[] }) => {
    const query = {
      text,
      values: [...values],
      rowMode: 'array',
      types: AS_TEXT,
    } satisfies pg.QueryArrayConfig
    return (await client.query<(string | null)[]>(query)).rows
  }

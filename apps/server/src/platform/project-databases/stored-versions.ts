import type pg from 'pg'

const PAGE_ROWS = 1000

const HAS_STORAGE = "select pg_catalog.to_regclass('storage.objects') is not null as has"

/** A project's own SQL may have written anything into its rows. */
const PAGE = `
  select distinct version from storage.objects
  where version > $1 and version ~ '^[A-Za-z0-9_-]{1,100}$' order by version limit ${PAGE_ROWS}`

/** The versions of the files whose rows a database has: their bytes are stored under these names. Nothing without a storage. */
export async function* storedVersions(client: pg.ClientBase): AsyncGenerator<string> {
  const { rows: found } = await client.query<{ has: boolean }>(HAS_STORAGE)
  if (!found[0]!.has) return
  let after = ''
  for (;;) {
    const { rows } = await client.query<{ version: string }>(PAGE, [after])
    for (const { version } of rows) yield version
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)!.version
  }
}

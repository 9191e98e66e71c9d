import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import type { ObjectRow } from '../objects/objects.store.ts'

export interface S3ListRequest {
  prefix: string
  /** Empty for none. */
  delimiter: string
  /** The last entry of the previous page. */
  after: string
  limit: number
}

export interface S3Entry {
  /** A key, or a common prefix of several keys. */
  entry: string
  isPrefix: boolean
}

/** The highest character. A prefix followed by it is the upper bound of all names with that prefix. */
const LAST = `U&'\\+10FFFF'`

/** Keys and common prefixes in byte order, like in S3. Each step is one index probe that skips a common prefix. */
export async function listEntries(rows: Transaction, bucket: string, request: S3ListRequest) {
  const { prefix, delimiter, after, limit } = request
  const entry = `case when $3 <> '' and position($3 in substr(o.name, length($2) + 1)) > 0
    then left(o.name, length($2) + position($3 in substr(o.name, length($2) + 1)) + length($3) - 1)
    else o.name end`
  const probe = (bound: string) => `
    select ${entry} as entry, ${entry} <> o.name or ($3 <> '' and right(o.name, length($3)) = $3 and o.name <> $2) as is_prefix
    from storage.objects o
    where o.bucket_id = $1 and o.name >= $2 and o.name < $2 || ${LAST} and ${bound} order by o.name limit 1`
  const { rows: found } = await rows.query<{ entry: string; is_prefix: boolean }>(
    `with recursive step(entry, is_prefix) as (
       (${probe(`o.name > case when $3 <> '' and right($4, length($3)) = $3 then $4 || ${LAST} else $4 end`)})
       union all
       select leap.entry, leap.is_prefix from step cross join lateral (
         ${probe(`o.name > case when step.is_prefix then step.entry || ${LAST} else step.entry end`)}) leap
     )
     select entry, is_prefix from step limit $5`,
    [bucket, prefix, delimiter, after, limit],
  )
  return found.map(({ entry, is_prefix }): S3Entry => ({ entry, isPrefix: is_prefix }))
}

export async function objectsNamed(rows: Transaction, bucket: string, names: readonly string[]) {
  const { rows: found } = await rows.query<ObjectRow>(
    'select name, version, metadata, updated_at from storage.objects where bucket_id = $1 and name = any($2)',
    [bucket, names],
  )
  return new Map(found.map((object) => [object.name, object]))
}

export async function setTags(rows: Transaction, bucket: string, name: string, tags: Record<string, string>) {
  const { rowCount } = await rows.query(
    `update storage.objects set metadata = jsonb_set(metadata, '{tags}', $3)
     where bucket_id = $1 and name = $2 and jsonb_typeof(metadata) = 'object'`,
    [bucket, name, JSON.stringify(tags)],
  )
  return rowCount === 1
}

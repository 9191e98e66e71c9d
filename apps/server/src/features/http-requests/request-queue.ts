import type pg from 'pg'
import { ANSWERS_KEPT_MS, ANSWERS_MAX } from './http-requests.rules.ts'

/** A request that SQL has asked for. Ids are decimal, because they are larger than numbers can be. */
export interface QueuedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string | null
  readonly timeout_milliseconds: number
}

/** What came of a request: a row of `net._http_response`. */
export interface RequestAnswer {
  readonly id: string
  readonly status: number | null
  readonly contentType: string | null
  readonly headers: Readonly<Record<string, string>> | null
  readonly content: string | null
  readonly isTimedOut: boolean
  readonly error: string | null
}

/** How much is read at once. */
const BATCH_BYTES = 8 * 1024 * 1024

/** The oldest requests, without those that are held. */
export async function readRequests(
  client: pg.Client,
  held: readonly string[],
  limit: number,
): Promise<QueuedRequest[]> {
  const { rows } = await client.query<QueuedRequest>(
    `select id, method, url, headers, body, timeout_milliseconds from (
       select *, sum(octet_length(body)) over (order by id) as bytes_so_far from (
         select * from basalt.http_requests where id <> all($1::bigint[]) order by id limit $2) oldest
     ) queued
     where coalesce(bytes_so_far - octet_length(body), 0) < ${BATCH_BYTES} order by id`,
    [held, limit],
  )
  return rows
}

export async function hasRequests(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>({
    name: 'has requests',
    text: 'select exists (select from basalt.http_requests) as has',
  })
  return rows[0]!.has
}

/** Puts answers in the place of their requests, in one transaction. */
export async function recordAnswers(client: pg.Client, answers: readonly RequestAnswer[]): Promise<void> {
  if (answers.length === 0) return
  await client.query(
    `with answered as (delete from basalt.http_requests where id = any($1::bigint[]) returning id)
     insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
     select id, status, content_type, headers, content, timed_out, error
     from unnest($1::bigint[], $2::int[], $3::text[], $4::jsonb[], $5::text[], $6::bool[], $7::text[])
       as answer (id, status, content_type, headers, content, timed_out, error)
     join answered using (id)
     on conflict do nothing`,
    [
      answers.map(({ id }) => id),
      answers.map(({ status }) => status),
      answers.map(({ contentType }) => contentType),
      answers.map(({ headers }) => headers && JSON.stringify(headers)),
      answers.map(({ content }) => content),
      answers.map(({ isTimedOut }) => isTimedOut),
      answers.map(({ error }) => error),
    ],
  )
}

/** Deletes the answers that are no longer kept. Their times are those of the database's clock. */
export async function trimAnswers(client: pg.Client): Promise<void> {
  await client.query(
    `delete from net._http_response
     where created < clock_timestamp() - ${ANSWERS_KEPT_MS} * interval '1 millisecond'
       or id <= (select id from net._http_response order by id desc offset ${ANSWERS_MAX} limit 1)`,
  )
}

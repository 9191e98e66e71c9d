import type { EventOutcome } from '@basalt/contract/table-webhooks/event-outcomes.rules.ts'
import {
  ATTEMPTS_RETAINED,
  PENDING_COUNT_MAX,
  RESENT_MAX,
  TABLE_DELIVERIES_RETAINED,
} from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type {
  TableWebhookAttempt,
  TableWebhookDelivery,
  TableWebhookDeliveryBody,
} from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import type pg from 'pg'

/** An event that is due. Ids are decimal, because they are larger than numbers can be. */
export interface OutboxEvent {
  readonly id: string
  readonly webhook: string
  /** Null for an event that comes after all earlier ones and before all later ones. */
  readonly key: string | null
  readonly payload: string
  readonly attempts: number
  readonly created_at: Date
}

/** The result of an attempt. */
export interface AttemptResult {
  readonly webhook: string
  readonly id: string
  readonly outcome: EventOutcome
  readonly attempts: number
  readonly answer: string
  readonly durationMs: number
  /** The beginning of the response. */
  readonly excerpt: string | null
  readonly at: Date
  /** Undefined when no attempt follows. */
  readonly nextAttempt: Date | undefined
}

/** How much is read at once. */
const BATCH_BYTES = 8 * 1024 * 1024

/**
 * For each webhook the oldest due events, up to its room, without those that are held. An event that waits for its next
 * attempt holds back the later ones with its key, and the next one without key, which holds back all that follow.
 */
const DUE = `
  with waiting as materialized (
    select webhook, id, key from basalt.outbox
    where state = 'pending' and next_attempt_at > $4 and webhook = any($1::uuid[])
  ), barriers as materialized (
    select first.webhook, barrier.id from (select webhook, min(id) as id from waiting group by webhook) first
    cross join lateral (
      select p.id from basalt.outbox p
      where p.webhook = first.webhook and p.state = 'pending' and p.key is null and p.id >= first.id
      order by p.id limit 1
    ) barrier
  )
  select due.* from unnest($1::uuid[], $2::int[]) as asked (webhook, room)
  cross join lateral (
    select o.*, sum(o.bytes) over (order by o.id) as bytes_so_far from (
      select p.id, p.webhook, p.key, p.payload, p.attempts, p.created_at, p.bytes from basalt.outbox p
      where p.webhook = asked.webhook and p.state = 'pending'
        and (p.next_attempt_at is null or p.next_attempt_at <= $4)
        and p.id <> all($3::bigint[])
        and not exists (select from waiting w where w.webhook = p.webhook and w.key = p.key and w.id < p.id)
        and not exists (select from barriers b where b.webhook = p.webhook and b.id <= p.id)
      order by p.id limit asked.room
    ) o
  ) due
  where due.bytes_so_far - due.bytes < ${BATCH_BYTES}
  order by due.id`

export interface DueQuery {
  /** The number of events to read at most, by webhook. */
  readonly rooms: ReadonlyMap<string, number>
  /** Ids of events that have been read and not recorded. */
  readonly held: readonly string[]
  readonly now: Date
}

export async function readDue(client: pg.Client, { rooms, held, now }: DueQuery): Promise<OutboxEvent[]> {
  const { rows } = await client.query<OutboxEvent>(DUE, [[...rooms.keys()], [...rooms.values()], held, now])
  return rows
}

/** When the next attempt is due among pending events; undefined when none is pending. */
export async function nextDue(
  client: pg.Client,
  webhooks: readonly string[],
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await client.query<{ next: Date | null }>(
    `select min(coalesce(next_attempt_at, $2)) as next from basalt.outbox
     where state = 'pending' and webhook = any($1::uuid[])`,
    [webhooks, now],
  )
  return rows[0]?.next ?? undefined
}

export async function record(client: pg.Client, results: readonly AttemptResult[]): Promise<void> {
  if (results.length === 0) return
  await client.query(
    `update basalt.outbox o set state = r.outcome, attempts = r.attempts, answer = r.answer,
       last_attempt_at = r.at, next_attempt_at = r.next,
       attempt_log = case when jsonb_array_length(attempt_log) >= ${ATTEMPTS_RETAINED} then attempt_log - 0
         else attempt_log end || r.logged
     from unnest($1::uuid[], $2::bigint[], $3::text[], $4::int[], $5::text[], $6::timestamptz[], $7::timestamptz[],
       $8::jsonb[]) as r (webhook, id, outcome, attempts, answer, at, next, logged)
     where o.webhook = r.webhook and o.id = r.id`,
    [
      results.map(({ webhook }) => webhook),
      results.map(({ id }) => id),
      results.map(({ outcome }) => outcome),
      results.map(({ attempts }) => attempts),
      results.map(({ answer }) => answer),
      results.map(({ at }) => at),
      results.map(({ nextAttempt }) => nextAttempt ?? null),
      results.map((result) => JSON.stringify(loggedAttempt(result))),
    ],
  )
}

const loggedAttempt = ({
  at,
  durationMs,
  answer,
  excerpt,
}: Pick<AttemptResult, 'at' | 'durationMs' | 'answer' | 'excerpt'>): TableWebhookAttempt => ({
  at: at.toISOString(),
  duration_ms: durationMs,
  answer,
  response: excerpt,
})

/** Deletes the finished events that are no longer kept. */
export const trim = (client: pg.Client, webhook: string) =>
  client.query(
    `delete from basalt.outbox where webhook = $1 and state <> 'pending' and id <= (
       select id from basalt.outbox where webhook = $1 and state <> 'pending'
       order by id desc offset ${TABLE_DELIVERIES_RETAINED} limit 1)`,
    [webhook],
  )

export const removeEvents = (client: pg.Client, webhook: string) =>
  client.query('delete from basalt.outbox where webhook = $1', [webhook])

interface DeliveryRow {
  webhook: string
  id: string
  created_at: Date
  event: TableWebhookDelivery['event']
  state: EventOutcome
  attempts: number
  answer: string | null
  last_attempt_at: Date | null
  next_attempt_at: Date | null
  bytes: number
}

/** The type is at the beginning of the body, of which no more than that is read. */
const DELIVERY = `webhook, id, created_at, state, attempts, answer, last_attempt_at, next_attempt_at, bytes,
  substring(left(payload, 40) from '^{"type" ?: ?"(INSERT|UPDATE|DELETE|TEST)"') as event`

const toDelivery = (row: DeliveryRow): TableWebhookDelivery => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  event: row.event,
  outcome: row.state,
  attempts: row.attempts,
  answer: row.answer,
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  next_attempt_at: row.state === 'pending' ? (row.next_attempt_at?.toISOString() ?? null) : null,
  bytes: row.bytes,
})

export interface OutboxState {
  readonly pending: number
  readonly pendingSince: Date | null
  readonly last: TableWebhookDelivery | null
}

/** The pending events, counted up to a limit, and the newest event of each webhook. */
export async function outboxStates(
  client: pg.Client,
  webhooks: readonly string[],
): Promise<ReadonlyMap<string, OutboxState>> {
  const { rows } = await client.query<
    { asked: string; pending: number; pending_since: Date | null } & Partial<DeliveryRow>
  >(
    `select asked, counted.*, last.* from unnest($1::uuid[]) as asked
     cross join lateral (select count(*)::int as pending, min(created_at) as pending_since from (
       select created_at from basalt.outbox where webhook = asked and state = 'pending'
       order by id limit ${PENDING_COUNT_MAX}) p) counted
     left join lateral (
       select ${DELIVERY} from basalt.outbox where webhook = asked order by id desc limit 1) last on true`,
    [webhooks],
  )
  return new Map(
    rows.map(({ asked, pending, pending_since, ...row }) => [
      asked,
      { pending, pendingSince: pending_since, last: row.id ? toDelivery(row as DeliveryRow) : null },
    ]),
  )
}

export async function deliveries(
  client: pg.Client,
  webhook: string,
  {
    outcome,
    since,
    before,
    limit,
  }: {
    outcome?: EventOutcome | undefined
    since?: string | undefined
    before?: string | undefined
    limit: number
  },
): Promise<TableWebhookDelivery[]> {
  const { rows } = await client.query<DeliveryRow>(
    `select ${DELIVERY} from basalt.outbox
     where webhook = $1 and ($2::text is null or state = $2) and ($3::bigint is null or id < $3)
       and ($5::timestamptz is null or created_at >= $5)
     order by id desc limit $4`,
    [webhook, outcome ?? null, before ?? null, limit, since ?? null],
  )
  return rows.map(toDelivery)
}

/** A delivery with its attempts and the first characters of its body. */
export async function delivery(
  client: pg.Client,
  webhook: string,
  id: string,
  characters: number,
): Promise<TableWebhookDeliveryBody | undefined> {
  const { rows } = await client.query<
    DeliveryRow & { body: string | null; attempt_log: TableWebhookAttempt[] }
  >(
    `select ${DELIVERY}, left(payload, $3) as body, attempt_log from basalt.outbox where webhook = $1 and id = $2`,
    [webhook, id, characters],
  )
  return rows[0] && { ...toDelivery(rows[0]), body: rows[0].body, attempt_log: rows[0].attempt_log }
}

/** Makes an event due with all its attempts. False when there is none, or its body was too large to keep. */
export async function makeDue(client: pg.Client, webhook: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update basalt.outbox set state = 'pending', attempts = 0, next_attempt_at = null
     where webhook = $1 and id = $2 and payload is not null`,
    [webhook, id],
  )
  return rowCount === 1
}

/** Makes the oldest failed events due with all their attempts. Resolves to their number. */
export async function makeFailedDue(client: pg.Client, webhook: string): Promise<number> {
  const { rowCount } = await client.query(
    `update basalt.outbox set state = 'pending', attempts = 0, next_attempt_at = null
     where webhook = $1 and state = 'failed' and payload is not null and id in (
       select id from basalt.outbox where webhook = $1 and state = 'failed' and payload is not null
       order by id limit ${RESENT_MAX})`,
    [webhook],
  )
  return rowCount ?? 0
}

/** The id of an event that is recorded when it has been sent. */
export async function nextEventId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('basalt.outbox', 'id')) as id`,
  )
  return rows[0]!.id
}

/** Records an event that was sent once. */
export async function recordSent(
  client: pg.Client,
  { webhook, id, payload, ...result }: Omit<AttemptResult, 'attempts' | 'nextAttempt'> & { payload: string },
): Promise<TableWebhookDelivery> {
  const { rows } = await client.query<DeliveryRow>(
    `insert into basalt.outbox
       (webhook, id, payload, bytes, state, attempts, answer, last_attempt_at, attempt_log)
     overriding system value values ($1, $2, $3, octet_length($3), $4, 1, $5, $6, $7)
     returning ${DELIVERY}`,
    [webhook, id, payload, result.outcome, result.answer, result.at, JSON.stringify([loggedAttempt(result)])],
  )
  return toDelivery(rows[0]!)
}

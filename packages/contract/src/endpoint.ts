import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The form of a successful response: a JSON value, a stream of lines, a file, or a WebSocket of JSON messages. */
export type Media = 'json' | 'ndjson' | 'csv' | 'event-stream' | 'file' | 'socket'

/** What the audit log records of a call besides caller, target, time and path parameters. */
export interface AuditRule {
  /** What the call does, in the imperative so that it also fits a refused one. Defaults to the summary up to a semicolon. */
  readonly title?: string
  /** The only fields of the body that are recorded. */
  readonly keeps?: readonly string[]
  /** Fields of the body that hold SQL: their beginning is recorded, without literals and comments. */
  readonly sql?: readonly string[]
  /** A read that is recorded because of what it reveals. */
  readonly reveals?: true
  /** A write that is not recorded: it repeats at every pause in typing and would bury everything else. */
  readonly repeats?: true
}

/**
 * One HTTP call, described once: the server mounts it, OpenAPI documents it, the dashboard calls it.
 * `response` is the JSON body, or for a stream or socket the schema of one line, event or message.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly name: string
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly response: R
  /** The status of success; 200 by default. */
  readonly status?: 200 | 201
  readonly media?: Media
  /** A message that clients send on a socket; without it, they send none. */
  readonly receives?: z.ZodType
  /** The version of the call, which clients send as the header `Version`; absent if there is only one. */
  readonly version?: 2
  /** The largest body in bytes; DEFAULT_BODY_LIMIT by default. */
  readonly bodyLimit?: number
  /** Every call but GET is recorded, with or without this, unless it `repeats`. */
  readonly audit?: AuditRule
}

/** 1 MiB: more than any form of the dashboard sends. Calls that carry documents state their own. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024

// biome-ignore lint/suspicious/noExplicitAny: the four schemas vary freely and are inferred where it matters
export type AnyEndpoint = Endpoint<any, any, any, any>

export const endpoint = <
  P extends z.ZodType = z.ZodNever,
  Q extends z.ZodType = z.ZodNever,
  B extends z.ZodType = z.ZodNever,
  R extends z.ZodType = z.ZodNever,
>(
  spec: Endpoint<P, Q, B, R>,
) => spec

type Part<K extends string, S> = S extends z.ZodNever
  ? unknown
  : S extends z.ZodType
    ? { [k in K]: z.input<S> }
    : unknown
type ParsedPart<K extends string, S> = S extends z.ZodNever
  ? unknown
  : S extends z.ZodType
    ? { [k in K]: z.output<S> }
    : unknown

/** What a caller must pass. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

/** What a handler receives, after parsing. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _>
    ? ParsedPart<'params', P> & ParsedPart<'query', Q> & ParsedPart<'body', B>
    : never

/** What a handler returns and a caller receives; for a stream, one line of it. */
export type Output<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never

/** A list parameter, accepted as `a,b` and as a repeated key. */
export const queryList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z.preprocess(
    (value) =>
      value === undefined
        ? undefined
        : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
    z.array(item),
  )

/** The response of a call that returns nothing. */
export const Done = z.object({ done: z.literal(true) })
export const done: z.output<typeof Done> = { done: true }

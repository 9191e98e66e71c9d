import { z } from 'zod'
import { isWebhookUrl, WEBHOOK_URL_MAX } from '../integrations/webhooks.rules.ts'
import { wholeSources } from '../logs/logs.rules.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import {
  headerNameProblem,
  isHeaderValue,
  WEBHOOK_HEADER_VALUE_MAX,
  WEBHOOK_HEADERS_MAX,
} from '../table-webhooks/table-webhooks.rules.ts'
import { nameText, Text } from '../text.ts'
import {
  isHost,
  LOG_DRAIN_CERTIFICATE_MAX,
  LOG_DRAIN_HOST_MAX,
  LOG_DRAIN_NAME_MAX,
  logDrainKinds,
} from './log-drains.rules.ts'

const name = nameText('The name', 1, LOG_DRAIN_NAME_MAX)
const sources = z
  .array(z.enum(wholeSources))
  .min(1, 'Choose at least one source')
  .transform((chosen) => wholeSources.filter((source) => chosen.includes(source)))

const url = Text.trim()
  .max(WEBHOOK_URL_MAX, `The address may have at most ${WEBHOOK_URL_MAX} characters`)
  .refine(isWebhookUrl, 'Enter an address such as https://logs.example.com')
const headerName = z.string().superRefine((value, context) => {
  const problem = headerNameProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})
const headerValue = z
  .string()
  .max(WEBHOOK_HEADER_VALUE_MAX, `A value may have at most ${WEBHOOK_HEADER_VALUE_MAX} characters`)
  .refine(isHeaderValue, 'Use Latin characters on one line')
const headersOf = <Value extends z.ZodType>(value: Value) =>
  z
    .array(z.object({ name: headerName, value }))
    .max(WEBHOOK_HEADERS_MAX, `At most ${WEBHOOK_HEADERS_MAX} headers`)
    .refine(
      (headers) => new Set(headers.map((header) => header.name.toLowerCase())).size === headers.length,
      'Two headers have the same name',
    )

const host = z
  .string()
  .trim()
  .max(LOG_DRAIN_HOST_MAX, `A host name has at most ${LOG_DRAIN_HOST_MAX} characters`)
  .refine(isHost, 'Enter a host name such as logs.example.com, without scheme and port')
const port = z
  .number('Enter a port between 1 and 65535')
  .int('Enter a port between 1 and 65535')
  .min(1, 'Enter a port between 1 and 65535')
  .max(65_535, 'Enter a port between 1 and 65535')
const certificate = Text.trim()
  .max(LOG_DRAIN_CERTIFICATE_MAX, `A certificate may have at most ${LOG_DRAIN_CERTIFICATE_MAX} characters`)
  .refine(
    (text) => text === '' || /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/.test(text),
    'Paste the whole certificate, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
  )

const overHttp = {
  url,
  headers: headersOf(headerValue).default([]),
  /** Whether bodies are compressed by gzip. */
  gzip: z.boolean().default(true),
}

/** Where events are sent, and how. */
export const LogDrainTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('http'), ...overHttp }),
  z.object({ kind: z.literal('otlp'), ...overHttp }),
  z.object({ kind: z.literal('loki'), ...overHttp }),
  z.object({
    kind: z.literal('syslog'),
    host,
    port,
    /** Whether the connection is encrypted. */
    tls: z.boolean(),
    /** The certificate authority of the receiver in PEM; those of the system when empty. */
    certificate: certificate.default(''),
  }),
])
export type LogDrainTarget = z.infer<typeof LogDrainTarget>

export const NewLogDrain = z.object({
  /** Chosen by the client, so that a repeated request creates no second one. */
  id: z.uuid(),
  name,
  sources,
  target: LogDrainTarget,
})
export type NewLogDrain = z.infer<typeof NewLogDrain>

/** What stays unnamed stays as it is; the kind of a drain never changes. */
export const LogDrainChange = z
  .object({
    name,
    sources,
    is_paused: z.boolean(),
    target: z
      .object({
        url,
        /** All headers; one without a value keeps the one that it has. */
        headers: headersOf(headerValue.optional()),
        gzip: z.boolean(),
        host,
        port,
        tls: z.boolean(),
        certificate,
      })
      .partial(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type LogDrainChange = z.infer<typeof LogDrainChange>

export const LogDrain = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(logDrainKinds),
    /** Scheme, host and port. The rest of the address may be secret. */
    receiver: z.string(),
    /** Names of the custom headers. Their values are never returned. */
    header_names: z.array(z.string()),
    gzip: z.boolean(),
    /** The connection of a syslog drain; null for others. */
    syslog: z
      .object({
        host: z.string(),
        port: z.number().int(),
        tls: z.boolean(),
        has_certificate: z.boolean(),
      })
      .nullable(),
    sources: z.array(z.enum(wholeSources)),
    is_paused: z.boolean(),
    created_at: z.iso.datetime(),
    /** Events that a receiver has confirmed, repeated ones included. */
    delivered: z.number().int(),
    /** Events that were removed from the logs before they could be sent. */
    lost: z.number().int(),
    /** Events that the receiver refused for good. */
    refused: z.number().int(),
    /** Events that wait; null when they could not be counted. */
    waiting: z.number().int().nullable(),
    /** When the oldest of them happened. */
    waiting_since: z.iso.datetime().nullable(),
    last_delivery_at: z.iso.datetime().nullable(),
    /** Why nothing is delivered at the moment; null when the last attempt succeeded. */
    failure: z
      .object({
        message: z.string(),
        since: z.iso.datetime(),
        attempts: z.number().int(),
        next_attempt_at: z.iso.datetime(),
      })
      .nullable(),
  })
  .meta({ id: 'LogDrain' })
export type LogDrain = z.infer<typeof LogDrain>

/** What a receiver answered to a test event. */
export const LogDrainTest = z
  .object({
    is_delivered: z.boolean(),
    /** Such as `Answered 401`, or why there is no answer. */
    answer: z.string(),
    /** The beginning of the response's body; null when there was none. */
    response: z.string().nullable(),
    duration_ms: z.number().int(),
  })
  .meta({ id: 'LogDrainTest' })
export type LogDrainTest = z.infer<typeof LogDrainTest>

export const LogDrainParams = z.object({ ref: ProjectRef, id: z.uuid() })

import {
  type LogDrainKind,
  logDrainKinds,
  SYSLOG_TLS_PORT,
} from '@basalt/contract/log-drains/log-drains.rules.ts'
import {
  type LogDrain,
  type LogDrainChange,
  LogDrainTarget,
  NewLogDrain,
} from '@basalt/contract/log-drains/log-drains.schema.ts'
import { wholeSources } from '@basalt/contract/logs/logs.rules.ts'
import { z } from 'zod'

const { name, sources } = NewLogDrain.shape

const Fields = z.object({
  name,
  sources,
  kind: z.enum(logDrainKinds),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  gzip: z.boolean(),
  host: z.string(),
  port: z.string(),
  tls: z.boolean(),
  certificate: z.string(),
})

export type DrainInput = z.input<typeof Fields>
export type DrainValues = z.output<typeof Fields>

const targetOf = ({ kind, url, headers, gzip, host, port, tls, certificate }: DrainValues) =>
  kind === 'syslog'
    ? { kind, host, port: port.trim() === '' ? Number.NaN : Number(port), tls, certificate }
    : { kind, url, headers, gzip }

/** Stands for the address that is stored, which the form does not know. */
const STORED_URL = 'https://example.com'

/** The fields of a form. Of an existing drain, an empty address keeps the one that is stored. */
export const drainFields = (drain: LogDrain | undefined) =>
  Fields.superRefine((values, context) => {
    const isUrlKept = drain !== undefined && values.url.trim() === ''
    const parsed = LogDrainTarget.safeParse(targetOf({ ...values, url: isUrlKept ? STORED_URL : values.url }))
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message })
  })

export const fieldsOf = (drain: LogDrain | undefined): DrainInput => ({
  name: drain?.name ?? '',
  sources: [...(drain?.sources ?? wholeSources)],
  kind: drain?.kind ?? 'http',
  url: '',
  headers: (drain?.header_names ?? []).map((header) => ({ name: header, value: '' })),
  gzip: drain?.gzip ?? true,
  host: drain?.syslog?.host ?? '',
  port: String(drain?.syslog?.port ?? SYSLOG_TLS_PORT),
  tls: drain?.syslog?.tls ?? true,
  certificate: '',
})

export const newDrainOf = (id: string, values: DrainValues): NewLogDrain => ({
  id,
  name: values.name,
  sources: values.sources,
  target: LogDrainTarget.parse(targetOf(values)),
})

/** What changes. Values of headers and the certificate are not known here: empty ones keep what is stored. */
export function changeOf(drain: LogDrain, values: DrainValues): LogDrainChange {
  const known = new Set(drain.header_names.map((header) => header.toLowerCase()))
  const { url, headers, gzip, host, port, tls, certificate } = values
  return {
    name: values.name,
    sources: values.sources,
    target:
      drain.kind === 'syslog'
        ? {
            host: host.trim(),
            port: Number(port),
            tls,
            ...(certificate.trim() !== '' && { certificate: certificate.trim() }),
          }
        : {
            ...(url.trim() !== '' && { url: url.trim() }),
            gzip,
            headers: headers.map((header) => ({
              name: header.name,
              ...((header.value !== '' || !known.has(header.name.toLowerCase())) && { value: header.value }),
            })),
          },
  }
}

/** What the address field expects. */
export const urlHints: Record<
  Exclude<LogDrainKind, 'syslog'>,
  { placeholder: string; description: string }
> = {
  http: {
    placeholder: 'https://logs.example.com/ingest',
    description: 'Receives a POST with one JSON object per line.',
  },
  otlp: {
    placeholder: 'https://otel.example.com:4318',
    description: 'Without a path, /v1/logs is added.',
  },
  loki: {
    placeholder: 'https://loki.example.com',
    description: 'Without a path, /loki/api/v1/push is added.',
  },
}

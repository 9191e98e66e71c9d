import type { PlanId } from '../organizations/organizations.rules.ts'

/** How events are sent: JSON lines, the OpenTelemetry and Loki protocols over HTTP, or syslog over TCP. */
export const logDrainKinds = ['http', 'otlp', 'loki', 'syslog'] as const
export type LogDrainKind = (typeof logDrainKinds)[number]

export const logDrainTitles: Readonly<Record<LogDrainKind, string>> = {
  http: 'HTTP',
  otlp: 'OpenTelemetry',
  loki: 'Loki',
  syslog: 'Syslog',
}

/** Log drains of one project, by the plan of its organization. */
export const logDrainsMax = { free: 1, pro: 3, team: 10, enterprise: 25 } as const satisfies Record<
  PlanId,
  number
>

export const LOG_DRAIN_NAME_MAX = 64
export const LOG_DRAIN_HOST_MAX = 253
/** Characters of a certificate in PEM. */
export const LOG_DRAIN_CERTIFICATE_MAX = 20_000
/** The registered port of syslog over TLS (RFC 5425), and the usual one over TCP. */
export const SYSLOG_TLS_PORT = 6514
export const SYSLOG_TCP_PORT = 514

/** Characters of a receiver's response that are shown. */
export const LOG_DRAIN_EXCERPT_MAX = 500

const paths: Partial<Record<LogDrainKind, string>> = { otlp: '/v1/logs', loki: '/loki/api/v1/push' }

/** The address that events are posted to. The path that the protocol prescribes is added to an address without one. */
export function drainUrl(kind: LogDrainKind, text: string): string {
  const url = new URL(text)
  const path = paths[kind]
  if (path !== undefined && url.pathname === '/') url.pathname = path
  return url.href
}

/** Whether this can be the name or IP address of a host. */
export const isHost = (text: string) =>
  /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text) ||
  /^[\da-f:.]*:[\da-f:.]*$/i.test(text)

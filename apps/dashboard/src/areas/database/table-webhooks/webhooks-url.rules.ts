import { eventOutcomes } from '@basalt/contract/table-webhooks/event-outcomes.rules.ts'
import { aTextUpTo, aUuid, oneOf } from '../../../lib/shape.ts'

/** What the page can have open over its list. */
const panels = ['view', 'new', 'edit', 'duplicate', 'delete'] as const
export type WebhookPanel = (typeof panels)[number]

/** How far back the log of a webhook goes. */
export const logPeriods = ['hour', 'day', 'week'] as const
export type LogPeriod = (typeof logPeriods)[number]

const HOUR_MS = 60 * 60 * 1000
const periodMs: Record<LogPeriod, number> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS }

/** The beginning of a period that ends now. */
export const sinceOf = (period: LogPeriod, now = Date.now()) => new Date(now - periodMs[period]).toISOString()

/** Digits of the id of a delivery. */
const DELIVERY_ID_MAX = 18

/** The search parameters of the page. */
export const webhooksSearch = {
  panel: oneOf(panels),
  /** The webhook that the panel is about. */
  id: aUuid,
  /** Filters of its log. */
  outcome: oneOf(eventOutcomes),
  period: oneOf(logPeriods),
  /** The delivery that is open in its log. */
  delivery: aTextUpTo(DELIVERY_ID_MAX),
}

export interface WebhooksSearch {
  panel?: WebhookPanel | undefined
  id?: string | undefined
  outcome?: (typeof eventOutcomes)[number] | undefined
  period?: LogPeriod | undefined
  delivery?: string | undefined
}

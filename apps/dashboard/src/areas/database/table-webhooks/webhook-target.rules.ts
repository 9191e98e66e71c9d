import { functionOf } from '@basalt/contract/integrations/function-uri.rules.ts'

/** What events are sent to. */
export const webhookTargets = ['http', 'function'] as const
export type WebhookTarget = (typeof webhookTargets)[number]

/** Where a webhook sends to, as people write it: the beginning of an address, or a function. */
export function targetText(origin: string): string {
  const called = functionOf(origin)
  return called ? `${called.schema}.${called.name}()` : origin
}

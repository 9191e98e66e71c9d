/** How far the delivery of an event is. */
export const eventOutcomes = ['pending', 'delivered', 'failed'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

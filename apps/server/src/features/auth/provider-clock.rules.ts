/** How far the clock of a provider may be from ours, in seconds (OpenID Connect Core, 3.1.3.7). */
export const CLOCK_TOLERANCE_SECONDS = 30

/** Whether a token says that it was issued later than the clocks can differ. Libraries compare only `nbf` and `exp`. */
export const isIssuedInFuture = ({ iat }: { iat?: unknown }, now: Date) =>
  typeof iat === 'number' && iat > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS

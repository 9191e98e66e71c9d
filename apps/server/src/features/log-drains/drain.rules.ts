/** Events of one request, at most. */
export const BATCH_EVENTS = 1_000
/** Bytes of one request before compression; Loki refuses more than 4 MB unless it is told otherwise. */
export const BATCH_BYTES = 1024 * 1024
/** How long a receiver may take to confirm. */
export const SEND_TIMEOUT_MS = 15_000
/** How long events wait for others after a batch that was not full. */
export const LINGER_MS = 1_000
/** Without new events, a drain looks this often whether there are some. */
export const IDLE_MS = 30_000
/** An event that the receiver refuses alone for so long is given up: others would wait for it forever. */
export const REFUSED_AFTER_MS = 10 * 60_000
/** How long a closing server waits for what is being sent. What is cut off is sent again. */
export const CLOSE_TIMEOUT_MS = 2_000
/** Bytes of a syslog message; receivers have to accept 8 KiB (RFC 5425). */
export const SYSLOG_MESSAGE_BYTES_MAX = 8_192

const FIRST_DELAY_MS = 1_000
const DELAY_MAX_MS = 5 * 60_000

/** The statuses by which a receiver says that it will never take these events, rather than not now. */
export const refusingStatuses: readonly number[] = [400, 413, 422]

/**
 * How long to wait after so many failed attempts: doubled each time, up to five minutes.
 * @param chance from 0 to 1, so that many drains do not return at the same moment
 */
export const retryDelayMs = (attempts: number, chance: number) =>
  Math.round(Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)) * (0.8 + 0.4 * chance))

/** How long a connection may take to send a request's headers; one that sends nothing at all is closed then too. */
export const HEADERS_WITHIN_MS = 15_000

/** How often connections are checked against the limit above, and so how long one can outlive it. */
export const CONNECTIONS_CHECKED_EVERY_MS = 5_000

/** How long a connection stays open between two requests: longer than the minute that load balancers keep theirs. */
export const IDLE_BETWEEN_REQUESTS_MS = 72_000

/** How long a client may pause in the middle of a request's body. Uploads may take hours, but must not stall. */
export const BODY_PAUSE_MAX_MS = 120_000

/** The request line and all headers together, in bytes as sent without line ends. What is longer is answered with 431. */
export const HEADERS_MAX_BYTES = 16 * 1024

/**
 * What Node's parser takes: more than the limit above, so that a request beyond that limit still reaches its route and
 * is refused in the format of that API. Beyond this one, only the start of the request is known.
 */
export const HEADERS_PARSED_MAX_BYTES = 32 * 1024

/** How long a client may still send after its connection was refused; the answer would be lost if it were cut off at once. */
export const LINGER_MS = 2_000

/** How often a client is asked whether it is still there. One that has not answered by the next time is disconnected. */
export const PING_EVERY_MS = 20_000

/** The longest message that clients may send, in bytes. */
export const MESSAGE_BYTES_MAX = 64 * 1024

/** A client that does not read is disconnected when so many bytes wait for it. */
export const WAITING_BYTES_MAX = 1024 * 1024

/** Sockets that one user may have open at a time. */
export const SOCKETS_PER_USER_MAX = 100

/** How long clients may take to close their sockets when the server stops. */
export const CLOSING_GRACE_MS = 2_000

/** Close codes of RFC 6455, section 7.4.1. */
export const closeCodes = { goingAway: 1001, invalidMessage: 1007, notAllowed: 1008, failed: 1011 } as const

/** How long a replica may take to connect to its primary after its start. */
export const STREAMING_TIMEOUT_MS = 60_000

export const STREAMING_POLL_MS = 50

/** How old what is known of a replica's lag may be when a read asks for it. */
export const LAG_FRESH_MS = 1_000

/** The time limit of the query that tells whether a replica answers. */
export const REPLICA_ANSWER_TIMEOUT_MS = 3_000

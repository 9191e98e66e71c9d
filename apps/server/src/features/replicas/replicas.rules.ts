/** How long a replica may take to connect to its primary after its start. */
export const STREAMING_TIMEOUT_MS = 60_000

export const STREAMING_POLL_MS = 50

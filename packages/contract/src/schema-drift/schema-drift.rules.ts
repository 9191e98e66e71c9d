/** Tables, views and functions of a database that can be compared. More would keep the server busy for too long. */
export const DRIFT_OBJECTS_MAX = 3_000
/** Migrations that are applied for a comparison. */
export const DRIFT_MIGRATIONS_MAX = 2_000
/** A comparison that takes longer has failed. */
export const DRIFT_TIMEOUT_MS = 5 * 60 * 1000

/**
 * The identifier of the database that a call names; the primary's, which is the project's ref, when it names none. Throws
 * `not_found`, and `instance_unavailable` for a replica that is not healthy.
 */
export type ResolveDatabase = (ref: string, identifier: string | undefined) => Promise<string>

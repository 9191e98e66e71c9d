/** The roles that requests to a project's own API run as. */
export const apiRoles = ['anon', 'authenticated', 'service_role'] as const
export type ApiRole = (typeof apiRoles)[number]

/** A project's two lasting keys are valid for ten years from the project's creation. */
export const LASTING_KEY_SECONDS = 10 * 365 * 24 * 60 * 60

export const TEMPORARY_KEY_SECONDS = 300
export const TEMPORARY_KEY_SECONDS_MAX = 3600

import type { roleLogins } from './role-logins.ts'

/** Lets SQL run as a role that cannot log in. */
export type RoleLogins = ReturnType<typeof roleLogins>

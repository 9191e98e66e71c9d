import { PLATFORM_SCHEMAS } from '@basalt/sql/schema-owners.rules.ts'

const DEFAULT_PRIVILEGES =
  /^ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON (?:SEQUENCES|FUNCTIONS|TABLES) TO (?:postgres|anon|authenticated|service_role)$/
const WRAPPER_PRIVILEGES =
  /^GRANT ALL ON FOREIGN DATA WRAPPER (?:postgres_fdw|dblink_fdw) TO postgres WITH GRANT OPTION$/
const PLATFORM_PRIVILEGES = new RegExp(
  `^(?:GRANT|REVOKE) .* ON (?:SCHEMA (?:${PLATFORM_SCHEMAS.join('|')})|[A-Z ]+ (?:${PLATFORM_SCHEMAS.join('|')})\\.[\\s\\S]*) (?:TO|FROM) \\S+(?: WITH GRANT OPTION)?$`,
)

/** Whether a statement of pg_dump gives what every project gives by itself. */
export const isProjectDefault = (text: string) =>
  [DEFAULT_PRIVILEGES, WRAPPER_PRIVILEGES, PLATFORM_PRIVILEGES].some((pattern) => pattern.test(text))

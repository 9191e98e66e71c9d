import { PLATFORM_SCHEMAS } from '@basalt/sql/schema-owners.rules.ts'

const DEFAULT_PRIVILEGES =
  /^ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON (?:SEQUENCES|FUNCTIONS|TABLES) TO (?:postgres|anon|authenticated|service_role)$/
const PLATFORM_PRIVILEGES = new RegExp(
  `^(?:GRANT|REVOKE) .* ON (?:SCHEMA (?:${PLATFORM_SCHEMAS.join('|')})|[A-Z ]+ (?:${PLATFORM_SCHEMAS.join('|')})\\.[\\s\\S]*) (?:TO|FROM) \\S+(?: WITH GRANT OPTION)?$`,
)

/** Whether a statement of pg_dump gives what every project gives from its start. */
export const isProjectDefault = (text: string) =>
  DEFAULT_PRIVILEGES.test(text) || PLATFORM_PRIVILEGES.test(text)

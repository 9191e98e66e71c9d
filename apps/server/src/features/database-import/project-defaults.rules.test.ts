import { expect, test } from 'vitest'
import { isProjectDefault } from './project-defaults.rules.ts'

test.each([
  ['ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO anon', true],
  ['ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT SELECT ON TABLES TO anon', false],
  ['ALTER DEFAULT PRIVILEGES FOR ROLE ann IN SCHEMA public GRANT ALL ON TABLES TO anon', false],
  ['ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO bob', false],
  ['GRANT ALL ON FUNCTION extensions.pg_stat_statements_reset(userid oid, dbid oid) TO postgres', true],
  ['GRANT USAGE ON SCHEMA extensions TO anon', true],
  ['GRANT ALL ON FOREIGN DATA WRAPPER postgres_fdw TO postgres WITH GRANT OPTION', true],
  ['GRANT ALL ON FOREIGN SERVER far TO bob', false],
  ['GRANT USAGE ON SCHEMA extensions_of_mine TO anon', false],
  ['GRANT SELECT ON TABLE shop.orders TO anon', false],
])('%s: %s', (text, expected) => {
  expect(isProjectDefault(text)).toBe(expected)
})

import type { DatabaseEvent } from './event-triggers.schema.ts'

/** What CREATE, ALTER and DROP are commands of. */
const OBJECTS =
  'ACCESS METHOD, AGGREGATE, CAST, COLLATION, CONVERSION, DOMAIN, EXTENSION, FOREIGN DATA WRAPPER, FOREIGN TABLE, FUNCTION, INDEX, LANGUAGE, MATERIALIZED VIEW, OPERATOR, OPERATOR CLASS, OPERATOR FAMILY, POLICY, PROCEDURE, PUBLICATION, ROUTINE, RULE, SCHEMA, SEQUENCE, SERVER, STATISTICS, SUBSCRIPTION, TABLE, TEXT SEARCH CONFIGURATION, TEXT SEARCH DICTIONARY, TEXT SEARCH PARSER, TEXT SEARCH TEMPLATE, TRANSFORM, TRIGGER, TYPE, USER MAPPING, VIEW'.split(
    ', ',
  )

/** Commands whose event triggers can be about them, as PostgreSQL 18 names them; a test asks PostgreSQL for each. */
export const EVENT_TAGS: readonly string[] = [
  ...OBJECTS.map((object) => `CREATE ${object}`),
  ...OBJECTS.map((object) => `ALTER ${object}`),
  ...OBJECTS.map((object) => `DROP ${object}`),
  'ALTER CONSTRAINT',
  'ALTER DEFAULT PRIVILEGES',
  'ALTER LARGE OBJECT',
  'COMMENT',
  'CREATE CONSTRAINT',
  'CREATE TABLE AS',
  'DROP CONSTRAINT',
  'DROP OWNED',
  'GRANT',
  'IMPORT FOREIGN SCHEMA',
  'REFRESH MATERIALIZED VIEW',
  'REINDEX',
  'REVOKE',
  'SECURITY LABEL',
  'SELECT INTO',
].toSorted()

/** Commands that rewrite tables. */
const REWRITES = ['ALTER MATERIALIZED VIEW', 'ALTER TABLE', 'ALTER TYPE']

/** The commands that an event trigger on the event can be restricted to. */
export const eventTags = (event: DatabaseEvent): readonly string[] =>
  event === 'table_rewrite' ? REWRITES : event === 'login' ? [] : EVENT_TAGS

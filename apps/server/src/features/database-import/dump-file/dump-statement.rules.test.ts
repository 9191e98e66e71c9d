import { expect, test } from 'vitest'
import { dumpStatement } from './dump-statement.rules.ts'

test.each([
  ['CREATE TABLE a (id int)', 'run'],
  ['INSERT INTO a VALUES (1)', 'run'],
  ["SELECT pg_catalog.set_config('search_path', '', false)", 'run'],
  ["SET client_encoding = 'UTF8'", 'run'],
  ['SET NAMES utf8', 'run'],
  ['COPY a FROM stdin', 'run'],
  ["COMMENT ON SCHEMA shop IS 'x'", 'run'],
  ['ALTER TABLE public.a OWNER TO ann', 'skipped'],
  ['ALTER FUNCTION public.f(a text,\n b int) OWNER TO "Ann"', 'skipped'],
  ['set session_replication_role = origin', 'skipped'],
  ['set session_replication_role = replica', 'skipped'],
  ['set session_replication_role = local', 'run'],
  ['GRANT ALL ON TABLE a TO ann', 'optional'],
  ['ALTER DEFAULT PRIVILEGES FOR ROLE ann GRANT ALL ON TABLES TO bob', 'optional'],
  ['CREATE EXTENSION IF NOT EXISTS postgis', 'optional'],
  ["COMMENT ON EXTENSION postgis IS 'x'", 'optional'],
  ['SET transaction_timeout = 0', 'optional'],
  ['CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw', 'optional'],
  ['CREATE USER MAPPING FOR ann SERVER far', 'optional'],
  ['CREATE FOREIGN TABLE a (id int) SERVER far', 'optional'],
  ['BEGIN', 'refused'],
  ['commit work', 'refused'],
  ['ROLLBACK', 'refused'],
  ['set role postgres', 'refused'],
  ['SET SESSION AUTHORIZATION ann', 'refused'],
  ['RESET ROLE', 'refused'],
  ["COPY a TO '/tmp/x'", 'refused'],
  ["SET client_encoding = 'LATIN1'", 'refused'],
  ["set names 'SQL_ASCII'", 'refused'],
])('%s: %s', (text, kind) => {
  expect(dumpStatement(text).kind).toBe(kind)
})

test.each([
  [
    `do $do$ begin execute 'create role "ann" login'; exception when duplicate_object then null; end $do$`,
    'ann',
  ],
  [
    `do $do$ begin execute 'create role "o''n ""x""" login'; exception when duplicate_object then null; end $do$`,
    `o'n "x"`,
  ],
  [
    `do $do$ begin execute  E'create role "a\\\\b" login'; exception when duplicate_object then null; end $do$`,
    'a\\b',
  ],
])('%s creates a role', (text, name) => {
  expect(dumpStatement(text)).toEqual({ kind: 'role', name })
})

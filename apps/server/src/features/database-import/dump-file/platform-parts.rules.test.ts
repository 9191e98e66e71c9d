import { expect, test } from 'vitest'
import { PlatformParts } from './platform-parts.rules.ts'

const header = (name: string, type: string, schema: string) =>
  `--\n-- Name: ${name}; Type: ${type}; Schema: ${schema}; Owner: basalt_admin\n--\n\n`

const partsOf = (...texts: string[]) => {
  const parts = new PlatformParts(() => true)
  return texts.map((text) => parts.of(text))
}

test.each([
  ['a schema of the platform', `${header('auth', 'SCHEMA', '-')}CREATE SCHEMA auth`, 'own'],
  ['a schema of the users', `${header('shop', 'SCHEMA', '-')}CREATE SCHEMA shop`, undefined],
  [
    'a table of the platform',
    `${header('objects', 'TABLE', 'storage')}CREATE TABLE storage.objects ()`,
    'own',
  ],
  ['a table of the users', `${header('orders', 'TABLE', 'shop')}CREATE TABLE shop.orders ()`, undefined],
  [
    'a policy at a table of the platform',
    `${header('objects mine', 'POLICY', 'storage')}CREATE POLICY mine ON storage.objects`,
    'attached',
  ],
  [
    'a trigger of the platform',
    `${header('objects t', 'TRIGGER', 'storage')}CREATE TRIGGER t BEFORE INSERT ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.f()`,
    'own',
  ],
  ['rows of the platform', 'COPY "storage"."objects" (id) FROM stdin', 'rows'],
  ['rows of the platform as a statement', 'INSERT INTO storage.buckets VALUES (1)', 'rows'],
  ['a value of a sequence', `select pg_catalog.setval('"net"."s"', 1, true)`, 'rows'],
  ['rows of the users', 'COPY "storage of mine"."objects" (id) FROM stdin', undefined],
  [
    'a comment of an extension',
    `${header('EXTENSION citext', 'COMMENT', '-')}COMMENT ON EXTENSION citext IS ''`,
    'own',
  ],
  ['a setting', 'SET row_security = off', undefined],
])('%s', (_title, text, part) => {
  expect(partsOf(text)).toEqual([part])
})

test('what follows without a comment belongs to the same object, but settings and rows', () => {
  expect(
    partsOf(
      `${header('SCHEMA net', 'ACL', '-')}GRANT USAGE ON SCHEMA net TO basalt_net`,
      'GRANT USAGE ON SCHEMA net TO postgres WITH GRANT OPTION',
      "SET default_tablespace = ''",
      'COPY shop.orders (id) FROM stdin',
      'GRANT USAGE ON SCHEMA net TO service_role WITH GRANT OPTION',
      `${header('orders', 'TABLE', 'shop')}CREATE TABLE shop.orders ()`,
      'ALTER TABLE ONLY shop.orders REPLICA IDENTITY FULL',
    ),
  ).toEqual(['own', 'own', undefined, undefined, 'own', undefined, undefined])
})

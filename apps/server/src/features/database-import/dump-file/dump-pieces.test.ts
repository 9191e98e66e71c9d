import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainSql } from './dump-format.ts'
import { type DumpPiece, dumpPieces } from './dump-pieces.ts'

/** Pieces of a file that arrives in chunks of so many bytes, with rows joined. */
async function read(file: Buffer, chunkBytes: number) {
  async function* chunks() {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes)
  }
  const found: unknown[] = []
  let rows = ''
  for await (const piece of dumpPieces(plainSql(chunks()))) {
    if (piece.kind === 'rows') rows += piece.bytes.toString()
    else if (piece.kind === 'end_of_rows') {
      found.push(['rows', rows])
      rows = ''
    } else found.push([piece.kind, piece.line, lastLines(piece)])
  }
  return found
}
const lastLines = ({ text }: Extract<DumpPiece, { text: string }>) => text.replace(/^(--.*\n|\s)+/, '')

const DUMP = `--
-- PostgreSQL database dump
--

\\restrict aBc

SET client_encoding = 'UTF8';
CREATE FUNCTION public.f() RETURNS text
    LANGUAGE plpgsql AS $body$
begin
  perform 1; -- ';
  return '\\.';
\\
end;
$body$;

-- Rows; of a
COPY public.a (id, "te;xt") FROM stdin;
1\tone; -- 'two
2\t\\.x
3\t\\N
\\.

COPY public.empty FROM stdin;
\\.


INSERT INTO b VALUES ('multi
line; \\. "'), ('größe 🐘'); SELECT 1;
\\unrestrict aBc
--
-- PostgreSQL database dump complete
--
`

const EXPECTED = [
  ['statement', 7, "SET client_encoding = 'UTF8'"],
  ['statement', 8, expect.stringMatching(/^CREATE FUNCTION[\s\S]*end;\n\$body\$$/)],
  ['copy', 18, 'COPY public.a (id, "te;xt") FROM stdin'],
  ['rows', "1\tone; -- 'two\n2\t\\.x\n3\t\\N\n"],
  ['copy', 24, 'COPY public.empty FROM stdin'],
  ['rows', ''],
  ['statement', 28, `INSERT INTO b VALUES ('multi\nline; \\. "'), ('größe 🐘')`],
  ['statement', 29, 'SELECT 1'],
]

test.each([1, 2, 3, 7, 64, 100_000])(
  'a dump that arrives %i bytes at a time reads the same',
  async (bytes) => {
    expect(await read(Buffer.from(DUMP), bytes)).toEqual(EXPECTED)
  },
)

test.each([1, 5, 100_000])(
  'a dump compressed with gzip reads the same, %i bytes at a time',
  async (bytes) => {
    expect(await read(gzipSync(DUMP), bytes)).toEqual(EXPECTED)
  },
)

test('line breaks of Windows and a missing last one change nothing', async () => {
  const file = 'COPY a FROM stdin;\r\n1\r\n\\.\r\nselect 2'
  expect(await read(Buffer.from(file), 3)).toEqual([
    ['copy', 1, 'COPY a FROM stdin'],
    ['rows', '1\r\n'],
    ['statement', 4, 'select 2'],
  ])
})

const head = (text: string, at = 0) => {
  const bytes = Buffer.alloc(600)
  bytes.write(text, at, 'latin1')
  return bytes
}

test.each([
  ['\\connect', Buffer.from('select 1;\n\\connect shop\n'), /Line 2 connects to another database/],
  ['a command', Buffer.from("select 1;\n\n\\copy a from 'b'\n"), /Line 3 has \\copy/],
  ['a shell command', Buffer.from('\\! rm -rf /\n'), /Line 1 has \\!/],
  ['rows without an end', Buffer.from('COPY a FROM stdin;\n1\n'), /cut off after line 2/],
  ['a dump without its end', Buffer.from(DUMP.slice(0, DUMP.indexOf('-- Rows'))), /cut off/],
  ['half a gzip file', gzipSync(DUMP).subarray(0, 200), /gzip file is damaged or cut off/],
  ['another encoding', Buffer.from("select 'gr\xf6\xdfe';\n", 'latin1'), /Line 1 is not UTF-8/],
  ['an empty file', Buffer.alloc(0), /empty/],
  ['the custom format', head('PGDMP'), /pg_restore --no-owner --file=dump.sql/],
  ['the custom format in gzip', gzipSync(head('PGDMP')), /pg_restore/],
  ['the tar format', head('ustar', 257), /pg_restore/],
  ['a zip archive', head('PK\u0003\u0004'), /zip archive/],
  ['a program', head('\u007fELF'), /not SQL/],
])('%s is refused', async (_title, file, message) => {
  await expect(read(file, 50)).rejects.toThrow(message)
})

test('a long body costs no more than its length', async () => {
  const body = "  perform 'a;b';\n".repeat(60_000)
  const file = Buffer.from(
    `create function f() returns void language plpgsql as $$\nbegin\n${body}end $$;\nselect 1;\n`,
  )
  expect(await read(file, 65_536)).toEqual([
    ['statement', 1, expect.stringContaining('end $$')],
    ['statement', 60_004, 'select 1'],
  ])
})

import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import {
  finishImport,
  sendImportPart,
  startImport,
} from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { expect, test } from 'vitest'
import { newBase, openAppOn } from '../../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../../test/people.ts'

const PARTS = 4
const ROWS_OF_PART = 6000
const FILLER = 'x'.repeat(1000)

// Tables without a write-ahead log: PostgreSQL restarts when that log finds no room.
test.for<[string, { explain?: boolean; skip_bad_lines?: boolean }]>([
  ['copied', {}],
  ['staged', { skip_bad_lines: true }],
])('rows that are %s onto a full disk are imported all or not at all', async ([_how, how], { skip }) => {
  await using disk = await smallDisk('400m')
  if (!disk) return skip(NO_SMALL_DISK)
  await using base = await newBase()
  await using fixture = await openAppOn({
    ...base,
    root: disk.path,
    templatesDir: path.join(disk.path, 'templates'),
  })
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`
  const run = async (query: string) =>
    (await owner.call(runQuery, { params: { ref }, query: {}, body: { query } })).body as Record<
      string,
      number
    >[]
  await run('create unlogged table filled (id int primary key, filler text)')
  const [{ oid }] = (await run(`select 'filled'::regclass::oid::int as oid`)) as [{ oid: number }]

  /** Imports rows; the body of the first answer that is not a success, or of the last one. */
  const imported = async () => {
    const { status, body } = await owner.call(startImport, {
      params: { ref },
      body: { into: { oid }, columns: ['id', 'filler'], ...how },
    })
    if (status !== 201) return body
    const headers = { ...owner.headers, origin }
    const { id, has_line_numbers: hasLines } = body
    for (let part = 0; part < PARTS; part += 1) {
      const rows = Array.from({ length: ROWS_OF_PART }, (_, row) => {
        const line = 1 + part * ROWS_OF_PART + row
        return `${hasLines ? `${line}\t` : ''}${line}\t${FILLER}\n`
      })
      const reply = await fetch(
        origin + requestUrl(sendImportPart, { params: { ref, id, part: String(part) } }),
        {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: rows.join(''),
        },
      )
      const answer = await reply.json()
      if (!reply.ok) return answer
    }
    const reply = await fetch(origin + requestUrl(finishImport, { params: { ref, id } }), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ parts: PARTS }),
    })
    return JSON.parse((await reply.text()).trim().split('\n').at(-1)!)
  }

  disk.fill()
  expect(await imported()).toMatchObject({
    code: 'sql_failed',
    sqlstate: '53100',
    message: 'The disk of the database is full. Free some space, then try again.',
  })
  expect(await run('select count(*)::int as n from filled')).toEqual([{ n: 0 }])
  disk.makeRoom()
  expect(await imported()).toMatchObject({ type: 'done', result: { inserted: PARTS * ROWS_OF_PART } })
  expect(await run('select count(*)::int as n from filled')).toEqual([{ n: PARTS * ROWS_OF_PART }])
})

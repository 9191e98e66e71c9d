import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'
import { expect, test } from 'vitest'
import { collect } from '../../test/collect.ts'
import { auditCsv, auditLines } from './audit-export.ts'

const entry: AuditEntry = {
  id: '7',
  at: '2026-01-02T03:04:05.678Z',
  actor: {
    user_id: '11111111-1111-4111-8111-111111111111',
    email: 'ada@example.com',
    kind: 'token',
    token_name: '=1+1',
  },
  action: { name: 'updateProject', title: 'Rename a project' },
  organization: { slug: 'acme', name: 'Acme' },
  project: { ref: 'default', name: 'Shop, "the" one' },
  details: { ref: 'default', name: 'Shop' },
  address: '10.0.0.1',
  user_agent: 'curl\r\nevil',
  result: { outcome: 'refused', status: 403, code: 'forbidden' },
  request_id: 'r1',
}

async function* entries() {
  yield entry
  yield { ...entry, id: '8', project: null, organization: null }
}

test('CSV quotes what needs it, and holds no formulas', async () => {
  expect((await collect(auditCsv(entries()))).join('')).toBe(
    [
      'at,user_id,email,caller,token_name,action,title,organization,project_ref,project_name,result,status,code,details,address,user_agent,request_id',
      `2026-01-02T03:04:05.678Z,11111111-1111-4111-8111-111111111111,ada@example.com,token,'=1+1,updateProject,Rename a project,acme,default,"Shop, ""the"" one",refused,403,forbidden,"{""ref"":""default"",""name"":""Shop""}",10.0.0.1,"curl\r\nevil",r1`,
      `2026-01-02T03:04:05.678Z,11111111-1111-4111-8111-111111111111,ada@example.com,token,'=1+1,updateProject,Rename a project,,,,refused,403,forbidden,"{""ref"":""default"",""name"":""Shop""}",10.0.0.1,"curl\r\nevil",r1`,
      '',
    ].join('\r\n'),
  )
})

test('lines are JSON objects as the list has them', async () => {
  const lines = await collect(auditLines(entries()))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    entry,
    { ...entry, id: '8', project: null, organization: null },
  ])
})

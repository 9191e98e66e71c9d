import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { OBJECT_CHANGE_BODY_LIMIT } from '../database-objects.rules.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import {
  PoliciesOfTable,
  PoliciesOfTableQuery,
  Policy,
  PolicyDraft,
  PolicyRemark,
  PolicyTablePage,
  PolicyTableParams,
  PolicyTableQuery,
  ReadTrial,
  ReadTrialResult,
  WriteTrial,
  WriteTrialResult,
} from './policies.schema.ts'

export const listPolicyTables = endpoint({
  name: 'listPolicyTables',
  method: 'GET',
  path: '/platform/pg-meta/:ref/policy-tables',
  summary: 'The tables of a schema with their row level security and first policies, by name',
  params: ProjectParams,
  query: PolicyTableQuery,
  response: PolicyTablePage,
})

export const listPoliciesOfTable = endpoint({
  name: 'listPoliciesOfTable',
  method: 'GET',
  path: '/platform/pg-meta/:ref/policy-tables/:oid/policies',
  summary: 'The policies of a table, by name',
  params: PolicyTableParams,
  query: PoliciesOfTableQuery,
  response: PoliciesOfTable,
})

export const readPolicy = endpoint({
  name: 'readPolicy',
  method: 'GET',
  path: '/platform/pg-meta/:ref/table-policies/:oid',
  summary: 'A policy as a form changes it',
  params: ObjectParams,
  response: Policy,
})

export const checkPolicy = endpoint({
  name: 'checkPolicy',
  method: 'POST',
  path: '/platform/pg-meta/:ref/table-policies/check',
  summary: 'What PostgreSQL says of the expressions of a policy, and what they risk; nothing is run',
  params: ProjectParams,
  body: PolicyDraft,
  response: z.object({ remarks: z.array(PolicyRemark) }),
  bodyLimit: OBJECT_CHANGE_BODY_LIMIT,
  audit: { repeats: true },
})

export const tryReading = endpoint({
  name: 'tryReading',
  method: 'POST',
  path: '/platform/pg-meta/:ref/policy-trials/read',
  summary: 'Which of the first rows of a table a role sees, and what each policy says of them',
  params: ProjectParams,
  body: ReadTrial,
  response: ReadTrialResult,
  audit: { title: 'Try policies', keeps: ['table', 'role'] },
})

export const tryWriting = endpoint({
  name: 'tryWriting',
  method: 'POST',
  path: '/platform/pg-meta/:ref/policy-trials/write',
  summary: 'Whether a role may write a row, tried in a transaction that is rolled back',
  params: ProjectParams,
  body: WriteTrial,
  response: WriteTrialResult,
  bodyLimit: OBJECT_CHANGE_BODY_LIMIT,
  audit: { title: 'Try policies', keeps: ['table', 'role', 'action'] },
})

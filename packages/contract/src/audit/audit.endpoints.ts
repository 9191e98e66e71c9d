import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import {
  AccountAuditFilter,
  AccountAuditQuery,
  AuditAction,
  AuditEntry,
  AuditPage,
  OrganizationAuditFilter,
  OrganizationAuditQuery,
} from './audit.schema.ts'

export const listAuditActions = endpoint({
  name: 'listAuditActions',
  method: 'GET',
  path: '/platform/audit/actions',
  summary: 'Every action that an audit log may hold, by title',
  response: z.array(AuditAction),
})

export const listOrganizationAudit = endpoint({
  name: 'listOrganizationAudit',
  method: 'GET',
  path: '/platform/organizations/:slug/audit',
  summary: 'A page of what was done in an organization and its projects, or refused there, newest first',
  params: OrganizationParams,
  query: OrganizationAuditQuery,
  response: AuditPage,
})

export const exportOrganizationAuditCsv = endpoint({
  name: 'exportOrganizationAuditCsv',
  method: 'GET',
  path: '/platform/organizations/:slug/audit/export.csv',
  summary: 'The audit log of an organization as CSV, newest first',
  params: OrganizationParams,
  query: OrganizationAuditFilter,
  response: z.string(),
  media: 'csv',
  audit: { title: 'Export the audit log', reveals: true },
})

export const exportOrganizationAuditLines = endpoint({
  name: 'exportOrganizationAuditLines',
  method: 'GET',
  path: '/platform/organizations/:slug/audit/export.jsonl',
  summary: 'The audit log of an organization, one JSON object a line, newest first',
  params: OrganizationParams,
  query: OrganizationAuditFilter,
  response: AuditEntry,
  media: 'ndjson',
  audit: { title: 'Export the audit log', reveals: true },
})

export const listAccountAudit = endpoint({
  name: 'listAccountAudit',
  method: 'GET',
  path: '/platform/profile/audit',
  summary: 'A page of what was done, or tried, in the name of the caller, newest first',
  query: AccountAuditQuery,
  response: AuditPage,
})

export const exportAccountAuditCsv = endpoint({
  name: 'exportAccountAuditCsv',
  method: 'GET',
  path: '/platform/profile/audit/export.csv',
  summary: 'The audit log of the caller as CSV, newest first',
  query: AccountAuditFilter,
  response: z.string(),
  media: 'csv',
  audit: { title: 'Export the audit log of the account', reveals: true },
})

export const exportAccountAuditLines = endpoint({
  name: 'exportAccountAuditLines',
  method: 'GET',
  path: '/platform/profile/audit/export.jsonl',
  summary: 'The audit log of the caller, one JSON object a line, newest first',
  query: AccountAuditFilter,
  response: AuditEntry,
  media: 'ndjson',
  audit: { title: 'Export the audit log of the account', reveals: true },
})

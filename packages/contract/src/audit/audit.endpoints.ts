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
  summary: 'All audited actions, by title',
  response: z.array(AuditAction),
})

export const listOrganizationAudit = endpoint({
  name: 'listOrganizationAudit',
  method: 'GET',
  path: '/platform/organizations/:slug/audit',
  summary: 'A page of the audit log of an organization and its projects, newest first',
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
  summary: 'The audit log of an organization, one JSON object per line, newest first',
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
  summary: "A page of the caller's audit log, newest first",
  query: AccountAuditQuery,
  response: AuditPage,
})

export const exportAccountAuditCsv = endpoint({
  name: 'exportAccountAuditCsv',
  method: 'GET',
  path: '/platform/profile/audit/export.csv',
  summary: "The caller's audit log as CSV, newest first",
  query: AccountAuditFilter,
  response: z.string(),
  media: 'csv',
  audit: { title: 'Export the audit log of the account', reveals: true },
})

export const exportAccountAuditLines = endpoint({
  name: 'exportAccountAuditLines',
  method: 'GET',
  path: '/platform/profile/audit/export.jsonl',
  summary: "The caller's audit log, one JSON object per line, newest first",
  query: AccountAuditFilter,
  response: AuditEntry,
  media: 'ndjson',
  audit: { title: 'Export the audit log of the account', reveals: true },
})

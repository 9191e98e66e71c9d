import { z } from 'zod'
import { editions } from '../installation/installation.schema.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { projectStatuses } from '../projects/status.rules.ts'

export const ServerLogLine = z.object({
  time: z.string(),
  level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  message: z.string(),
  request_id: z.string().optional(),
  /** `GET /platform/projects`, without its query. */
  request: z.string().optional(),
  status: z.number().optional(),
  error: z.string().optional(),
})
export type ServerLogLine = z.infer<typeof ServerLogLine>

/** Why a part is missing from a bundle. */
const LeftOut = z.object({ left_out: z.string() })

export const SupportProject = z.object({
  ref: z.string(),
  status: z.enum(projectStatuses),
  failure: z.string().nullable(),
  region: z.string(),
  created_at: z.string(),
  postgres: z
    .object({
      version: z.string(),
      state: z.string(),
      disk_bytes: z.number(),
      started_at: z.string().nullable(),
    })
    .or(LeftOut),
  /** Newest first, without statements and details, which quote data. */
  log: z
    .array(
      z.object({
        time: z.string(),
        severity: z.string(),
        sqlstate: z.string().nullable(),
        message: z.string(),
      }),
    )
    .or(LeftOut),
})
export type SupportProject = z.infer<typeof SupportProject>

/** Diagnostics for support. Every text in it is redacted. */
export const SupportBundle = z
  .object({
    generated_at: z.iso.datetime(),
    installation: z.object({
      version: z.string(),
      commit: z.string().nullable(),
      edition: z.enum(editions),
      node: z.string(),
      os: z.string(),
      processors: z.number(),
      memory_bytes: z.number(),
      memory_free_bytes: z.number(),
      disk_free_bytes: z.number().nullable(),
      uptime_seconds: z.number(),
      metadata: z.enum(['embedded', 'external']),
      disabled_features: z.array(z.string()),
    }),
    project: SupportProject.nullable(),
    /** Newest first; only for the installation's owner. */
    server_log: z.array(ServerLogLine).or(LeftOut),
    server_errors: z.array(ServerLogLine).or(LeftOut),
  })
  .meta({ id: 'SupportBundle' })
export type SupportBundle = z.infer<typeof SupportBundle>

export const SupportQuery = z.object({ projectRef: ProjectRef.optional() })

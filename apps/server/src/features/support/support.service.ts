import { statfs } from 'node:fs/promises'
import os from 'node:os'
import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { redactAll } from '@basalt/contract/support/redaction.rules.ts'
import { BUNDLE_ERRORS, BUNDLE_LOG_LINES } from '@basalt/contract/support/support.rules.ts'
import type { SupportBundle, SupportProject } from '@basalt/contract/support/support.schema.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { notFound } from '../../http/app-error.ts'
import { type Access, type Caller, mustAllow } from '../../http/gate.ts'
import { readServerLog } from './server-log.ts'

interface Deps {
  engine: Pick<Engine, 'facts' | 'logs'>
  version: string
  edition: Edition
  disabledFeatures: FeatureKey[]
  isMetadataExternal: boolean
  dataDir: string
  logFile: string
  commit(): Promise<string | null>
  projectOf(userId: string, ref: string): Promise<Project | undefined>
  accessToProject(userId: string, ref: string): Promise<Access | undefined>
  /** The server log covers all users' activity, so only the owner may read it. */
  isInstallationOwner(userId: string): Promise<boolean>
  now: () => Date
}

export type SupportService = ReturnType<typeof supportService>

const FOR_OWNERS = 'Only the owner of the installation can read the server log.'

/** Collects diagnostics for a support request. They are returned to the caller only. */
export function supportService(deps: Deps) {
  const { engine } = deps

  const installation = async (): Promise<SupportBundle['installation']> => ({
    version: deps.version,
    commit: await deps.commit(),
    edition: deps.edition,
    node: process.version,
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    processors: os.cpus().length,
    memory_bytes: os.totalmem(),
    memory_free_bytes: os.freemem(),
    disk_free_bytes: await statfs(deps.dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
    uptime_seconds: Math.round(process.uptime()),
    metadata: deps.isMetadataExternal ? 'external' : 'embedded',
    disabled_features: [...deps.disabledFeatures],
  })

  const projectOf = async (caller: Caller, ref: string): Promise<SupportProject> => {
    const [project, access] = await Promise.all([
      deps.projectOf(caller.userId, ref),
      deps.accessToProject(caller.userId, ref),
    ])
    if (!project || !access) throw notFound('Project', ref)
    const mayReadLogs = mustAllow(caller, access, needs.seeProjects)(needs.readLogs)
    return {
      ref,
      status: project.status,
      failure: project.failure,
      region: project.region,
      created_at: project.created_at,
      postgres: await engine.facts(ref).then(
        ({ version, state, diskBytes, startedAt }) => ({
          version,
          state,
          disk_bytes: diskBytes,
          started_at: startedAt?.toISOString() ?? null,
        }),
        () => ({ left_out: 'The project has no PostgreSQL server.' }),
      ),
      log: mayReadLogs
        ? await engine.logs(ref, { limit: BUNDLE_LOG_LINES }).then(
            (entries) =>
              entries.map(({ time, severity, sqlstate = null, message }) => ({
                time,
                severity,
                sqlstate,
                message,
              })),
            () => ({ left_out: 'The project has no log.' }),
          )
        : { left_out: refusalOf(needs.readLogs) },
    }
  }

  const serverLog = async ({
    userId,
  }: Caller): Promise<Pick<SupportBundle, 'server_log' | 'server_errors'>> => {
    if (!(await deps.isInstallationOwner(userId)))
      return { server_log: { left_out: FOR_OWNERS }, server_errors: { left_out: FOR_OWNERS } }
    const lines = await readServerLog(deps.logFile)
    const errors = lines.filter(({ level }) => level === 'error' || level === 'fatal')
    return { server_log: lines.slice(0, BUNDLE_LOG_LINES), server_errors: errors.slice(0, BUNDLE_ERRORS) }
  }

  return {
    /** Throws `not_found` for a project that the caller cannot see. */
    async bundle(caller: Caller, ref: string | undefined): Promise<SupportBundle> {
      const project = ref === undefined ? null : await projectOf(caller, ref)
      return redactAll({
        generated_at: deps.now().toISOString(),
        installation: await installation(),
        project,
        ...(await serverLog(caller)),
      })
    },
  }
}

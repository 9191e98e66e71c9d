import { createHash, randomBytes } from 'node:crypto'
import { access, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { OPEN_TO_ALL } from '../cluster/access-rules.ts'
import { type ClusterFiles, clusterFiles, makeClusterFolders } from '../cluster/cluster-files.ts'
import { isDurable } from '../cluster/configuration.ts'
import { initdb, syncToDisk } from '../cluster/initdb.ts'
import type { Endpoint } from '../engine.ts'
import { stopPostmaster } from '../process/termination.ts'
import { type EngineContext, launchOf } from './engine-context.ts'
import { bringUp } from './launch.ts'
import { unfinishedPath } from './layout.ts'

/** Raise it when templates are created differently, so that existing ones are no longer used. */
const TEMPLATE_FORMAT = 1

/** Never the id of an instance: those are lower case. */
const TEMPLATE_ID = 'TEMPLATE'

/**
 * Creates the stopped cluster that new instances are copied from, unless there is one for this binary, SQL and settings.
 * Other templates are removed, except from a directory that several engines share.
 * @returns its data directory
 */
export async function ensureTemplate(context: EngineContext): Promise<string> {
  const name = templateName(context)
  const target = clusterFiles(join(context.layout.templates, name))
  const isMade = await access(target.data).then(
    () => true,
    () => false,
  )
  if (!isMade) await makeTemplate(context, target)
  if (context.options.templatesDir) return target.data
  for (const other of await readdir(context.layout.templates)) {
    if (other !== name) await rm(join(context.layout.templates, other), { recursive: true, force: true })
  }
  return target.data
}

export function templateName({ binary, options }: Pick<EngineContext, 'binary' | 'options'>): string {
  const { superuser, templateSql = [], settings = {} } = options
  const ingredients = JSON.stringify([TEMPLATE_FORMAT, binary.build, superuser, templateSql, settings])
  return createHash('sha256').update(ingredients).digest('hex').slice(0, 16)
}

async function makeTemplate(context: EngineContext, target: ClusterFiles): Promise<void> {
  const files = clusterFiles(unfinishedPath(context.layout, 'template'))
  const { superuser } = context.options
  const password = randomBytes(24).toString('base64url')
  try {
    await makeClusterFolders(files, context.accounts.template)
    context.step('template:begun')
    await initdb(context.binary, files, { superuser, password, as: context.accounts.template })
    context.step('template:initialized')
    await fillTemplate(context, files, password)
    context.step('template:filled')
    if (isDurable(context.options.settings)) await syncToDisk(context.binary, files)
    context.step('template:synced')
    await rename(files.folder, target.folder).catch(ignoreExisting)
    context.step('template:placed')
  } finally {
    for (const path of [files.folder, files.sockets]) await rm(path, { recursive: true, force: true })
  }
}

/** Another engine that shares the templates created the same one meanwhile. */
function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}

async function fillTemplate(context: EngineContext, files: ClusterFiles, password: string): Promise<void> {
  const statements = context.options.templateSql ?? []
  if (statements.length === 0) return
  const launch = launchOf(context, {
    files,
    account: async () => context.accounts.template,
    choosePort: () => context.allocations.choosePort(TEMPLATE_ID),
    rules: OPEN_TO_ALL,
    replicas: [],
  })
  const { postmaster, endpoint } = await bringUp(launch, new AbortController().signal)
  try {
    context.step('template:serving')
    await runStatements(statements, endpoint, { user: context.options.superuser, password })
  } finally {
    await stopPostmaster(postmaster, files.data, context.timings)
    context.allocations.forget(TEMPLATE_ID)
  }
}

async function runStatements(
  statements: string[],
  endpoint: Endpoint,
  login: { user: string; password: string },
): Promise<void> {
  const client = new pg.Client({ ...endpoint, ...login, database: 'postgres' })
  // The failing statement reports the end of the server; without a listener the event would end this process.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } catch (cause) {
    throw new Error(`The template's SQL failed: ${(cause as Error).message}`, { cause })
  } finally {
    await client.end()
  }
}

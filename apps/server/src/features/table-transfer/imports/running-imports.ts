import { IMPORT_IDLE_SECONDS, IMPORTS_MAX } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { TableImport } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { AppError, notFound } from '../../../http/app-error.ts'
import type { Member } from '../../../platform/project-databases/sql/member-lease.ts'
import type { MemberTransaction } from '../../../platform/project-databases/sql/member-transaction.ts'
import type { RecordedChange } from '../../ledger/ledger.port.ts'
import { type ImportOwner, ImportRun } from './import-run.ts'

export type RunningImports = ReturnType<typeof runningImports>

/** The imports that are under way. They live in this process: when it ends, so do their transactions. */
export function runningImports(
  ways: { transaction: MemberTransaction; recorded: RecordedChange },
  idleSeconds = IMPORT_IDLE_SECONDS,
) {
  const runs = new Map<string, ImportRun>()
  const ofProject = (ref: string) =>
    [...runs.values()].filter(({ owner, isOver }) => owner.ref === ref && !isOver)
  /** Its sender may learn why it failed only when the next part is sent. */
  const forget = (id: string) => void setTimeout(() => runs.delete(id), idleSeconds * 1000).unref()
  const stop = async (stopped: readonly ImportRun[]) => {
    for (const run of stopped)
      run.stop(
        new AppError('instance_unavailable', 'The database or the server is stopping. Nothing was imported.'),
      )
    await Promise.all(stopped.map(({ over }) => over))
  }
  return {
    /** Resolves once rows can be sent. Throws what PostgreSQL refused, and `conflict` when too many run already. */
    async start(owner: ImportOwner, member: Member, request: TableImport, signal: AbortSignal) {
      if (ofProject(owner.ref).length >= IMPORTS_MAX)
        throw new AppError(
          'conflict',
          `${IMPORTS_MAX} imports are running in this project already. Wait for one to end, or cancel one.`,
        )
      const run = new ImportRun({ ...ways, owner, member, request, idleSeconds })
      runs.set(run.id, run)
      void run.over.then(() => forget(run.id))
      // Until its id is known, nobody else can stop it.
      const leave = () => run.stop()
      signal.addEventListener('abort', leave, { once: true })
      try {
        return { id: run.id, has_line_numbers: (await run.started).hasLineNumbers }
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },

    /** It may be over. Throws `not_found` for one that has been over for long, or of somebody else. */
    get(id: string, owner: ImportOwner): ImportRun {
      const run = runs.get(id)
      if (run?.owner.ref !== owner.ref || run.owner.userId !== owner.userId) throw notFound('Import', id)
      return run
    },

    stopOf: (ref: string) => stop(ofProject(ref)),
    stopAll: () => stop([...runs.values()]),
  }
}

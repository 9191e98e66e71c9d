import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Permissions } from '../../../features/permissions/permissions.port.ts'
import { AppError } from '../../../http/app-error.ts'
import type { EventBus } from '../../event-bus.ts'
import type { SqlRights } from './sql-login.ts'

/** Whose SQL it is, and with which rights it was requested. */
export interface StartedSql {
  readonly userId: string
  readonly ref: string
  readonly rights: SqlRights
  /** When the rights were checked, or earlier; in milliseconds of `performance.now`. */
  readonly requestedAt: number
}

/** The current rights of members, which can change while their SQL waits or runs. */
export interface MemberRights {
  /** Whether the user may currently run SQL with these rights in a project. */
  mayRun(sql: Omit<StartedSql, 'requestedAt'>): Promise<boolean>
  /**
   * Throws `forbidden` when the member has lost the right since the request, however long it has waited. Nothing may be
   * awaited between this check and whatever ends the SQL at later changes.
   */
  mustStillHold(sql: StartedSql): Promise<void>
  /**
   * Runs `work` with a signal that aborts with `signal`, or when the member loses the right. Throws `forbidden` then,
   * and whatever `work` throws.
   */
  during<T>(sql: StartedSql, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Calls the listener after each event by which members may have lost rights. Returns a function that ends this. */
  onChange(listener: () => void): () => void
}

/** Events after which a user may have lost rights: a membership, an MFA requirement or a project's owner changed. */
const CHANGES_RIGHTS = new Set<PlatformEvent['type']>(['members', 'organization', 'project_removed'])

/** The rights that memberships give. `onFailed` receives failures of a check after a change; the SQL then goes on. */
export const rightsByMembership = (
  bus: Pick<EventBus, 'subscribe'>,
  permissions: Pick<Permissions, 'usableAccess'>,
  onFailed: (error: unknown, ref: string) => void,
): MemberRights =>
  memberRights({
    onChange: (listener) =>
      bus.subscribe((_audience, { type }) => {
        if (CHANGES_RIGHTS.has(type)) listener()
      }),
    async mayRun({ userId, ref, rights }) {
      const member = await permissions.usableAccess(userId, ref)
      const need = rights === 'read' ? needs.readWithSql : needs.runAnySql
      return member !== undefined && isAllowed(grantsOfMember(member.role), need)
    },
    onFailed,
  })

export function memberRights({
  onChange,
  mayRun,
  onFailed,
}: Pick<MemberRights, 'onChange' | 'mayRun'> & {
  onFailed(error: unknown, ref: string): void
}): MemberRights {
  let changedAt = Number.NEGATIVE_INFINITY
  onChange(() => {
    changedAt = performance.now()
  })
  const mustStillHold: MemberRights['mustStillHold'] = async (sql) => {
    for (let checkedAt = sql.requestedAt; changedAt >= checkedAt; ) {
      checkedAt = performance.now()
      if (!(await mayRun(sql)))
        throw new AppError('forbidden', 'Your access to this project changed before the query could run')
    }
  }
  return {
    mayRun,
    onChange,
    mustStillHold,
    async during(sql, signal, work) {
      await mustStillHold(sql)
      // AbortSignal.any would do, and is slow to collect.
      const ended = new AbortController()
      const end = () => ended.abort(signal.reason)
      if (signal.aborted) end()
      signal.addEventListener('abort', end)
      let isRevoked = false
      const revoke = () => {
        isRevoked = !ended.signal.aborted
        ended.abort()
      }
      const unsubscribe = onChange(() => {
        mayRun(sql).then(
          (may) => may || revoke(),
          (error: unknown) => onFailed(error, sql.ref),
        )
      })
      try {
        return await work(ended.signal)
      } catch (error) {
        if (!isRevoked) throw error
        throw new AppError('forbidden', 'Your access to this project changed, so this was stopped', {
          cause: error,
        })
      } finally {
        unsubscribe()
        signal.removeEventListener('abort', end)
      }
    },
  }
}

import { randomUUID } from 'node:crypto'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  cancelRehearsal,
  getRehearsal,
  readRehearsalRoom,
  startRehearsal,
} from '@basalt/contract/rehearsals/rehearsals.endpoints.ts'
import { notFound } from '../../http/app-error.ts'
import { mount } from '../../http/mount.ts'
import { readTransaction } from '../../platform/migration-statements.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { rehearsalCopies } from './rehearsal-copies.ts'
import type { Rehearsals } from './rehearsals.port.ts'
import { rehearsalService } from './rehearsals.service.ts'

/** Runs migrations on copies of databases, to measure what they would take. */
export function rehearsalsSlice(
  { gates, engine, databases, projectSecrets, metadata, now, failed }: Platform,
  { copyStatements }: { copyStatements: readonly string[] },
) {
  const copies = rehearsalCopies({ engine, databases, secrets: projectSecrets, copyStatements })
  /** Copies that a killed server left are removed before new ones are made. */
  let swept: Promise<unknown> = Promise.resolve()
  const rehearsals: Rehearsals = {
    async withCopy(...input) {
      await swept
      return copies.withCopy(...input)
    },
    async onCopy(...input) {
      await swept
      return copies.onCopy(...input)
    },
    async rehearse(...input) {
      await swept
      return copies.rehearse(...input)
    },
  }
  const service = rehearsalService({
    ...rehearsals,
    newId: randomUUID,
    now,
    onError: failed('A rehearsal on a copy failed'),
  })
  const sweep = async () => {
    const projects = await metadata.selectFrom('projects').select('ref').execute()
    for (const { ref } of projects) await copies.remove(ref)
  }
  const found = (ref: string, id: string) => {
    const rehearsal = service.find(ref, id)
    if (!rehearsal) throw notFound('Rehearsal', id)
    return rehearsal
  }
  return {
    rehearsals,
    routes(app) {
      const writing = gates.project(needs.runAnySql, { changesNothing: true })

      mount(app, readRehearsalRoom, writing, ({ project }) => copies.room(project.ref))

      mount(app, startRehearsal, writing, async ({ project, body }) => {
        const statements = await readTransaction(body.sql)
        return service.start(
          project.ref,
          statements.map(({ text }) => text),
        )
      })

      mount(app, getRehearsal, writing, ({ project, params: { id } }) => found(project.ref, id))

      mount(app, cancelRehearsal, writing, async ({ project, params: { id } }) => {
        found(project.ref, id)
        await service.cancel(project.ref)
        return found(project.ref, id)
      })
    },
    start: () => {
      swept = sweep().catch(failed('Removing the copy of a rehearsal failed'))
    },
    async forget(ref) {
      await service.forget(ref)
      await copies.remove(ref)
    },
    close: service.close,
  } satisfies SliceWithPort<{ rehearsals: Rehearsals }>
}

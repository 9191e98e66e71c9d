import { downloadDump, dumpOnMachine } from '@basalt/contract/dump/dump.endpoints.ts'
import { DUMP_PROOF_SECONDS, dumpFileName } from '@basalt/contract/dump/dump.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { isProven, machineProof } from '../../platform/secrets/machine-proof.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { DumpService } from './dump.service.ts'

const DUMP = 'database dump'

/** What `npm run dump` sends to prove that it can read the key file. */
export const dumpProof = (secrets: Secrets, ref: string, now: Date) =>
  machineProof(secrets, { purpose: DUMP, subject: ref, now, seconds: DUMP_PROOF_SECONDS })

interface Deps {
  gates: Gates
  service: DumpService
  secrets: Secrets
  projectOf(ref: string): Promise<Project | undefined>
  now: () => Date
}

export const dumpRoutes =
  ({ gates, service, secrets, projectOf, now }: Deps) =>
  async (app: FastifyInstance) => {
    const send = async ({ ref, name }: Project, reply: FastifyReply) => {
      const day = now()
      const dump = await service.open(ref, `${name} (${ref}), ${day.toISOString()}`)
      return reply
        .type('application/sql')
        .header('content-disposition', `attachment; filename="${dumpFileName(name, day)}"`)
        .send(dump)
    }

    mount(app, downloadDump, gates.project(needs.dumpDatabase), ({ project }, request, reply) =>
      // Browsers send a HEAD request first, for which nothing is read.
      request.raw.method === 'HEAD' ? reply.type('application/sql').send() : send(project, reply),
    )

    mount(app, dumpOnMachine, gates.anyone, async ({ body: { ref, proof } }, _request, reply) => {
      if (!isProven(secrets, proof, { purpose: DUMP, subject: ref, now: now() }))
        throw new AppError('forbidden', 'Run "npm run dump" on the machine that Basalt runs on.')
      const project = await projectOf(ref)
      if (!project) throw notFound('Project', ref)
      return send(project, reply)
    })
  }

import { type SequenceRow, sequences } from '@basalt/catalog/objects/sequences.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { listSequences } from './sequences.endpoints.ts'

export const sequencesSlice = ({ gates, databases }: Platform): Slice => ({
  routes: (app) =>
    mount(app, listSequences, gates.project(needs.readWithSql), ({ project }) =>
      databases.asOwner.rows<SequenceRow>(project.ref, sequences({ schemas: ['public'] })),
    ),
})

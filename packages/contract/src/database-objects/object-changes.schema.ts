import { z } from 'zod'
import { CompositeTypeChange } from './composite-types/composite-types.schema.ts'
import { DomainChange } from './domains/domains.schema.ts'
import { EnumeratedTypeChange } from './enumerated-types/enumerated-types.schema.ts'
import { EventTriggerChange } from './event-triggers/event-triggers.schema.ts'
import { ExtensionChange } from './extensions/extensions.schema.ts'
import { FunctionChange } from './functions/functions.schema.ts'
import { IndexChange } from './indexes/indexes.schema.ts'
import { PolicyChange } from './policies/policies.schema.ts'
import { PublicationChange } from './publications/publications.schema.ts'
import { RoleChange } from './roles/roles.schema.ts'
import { TriggerChange } from './triggers/triggers.schema.ts'

/** A change of an object of a database, of any kind. */
export const ObjectChange = z
  .discriminatedUnion('object', [
    EnumeratedTypeChange,
    CompositeTypeChange,
    DomainChange,
    EventTriggerChange,
    ExtensionChange,
    FunctionChange,
    IndexChange,
    PolicyChange,
    PublicationChange,
    RoleChange,
    TriggerChange,
  ])
  .meta({ id: 'ObjectChange' })
export type ObjectChange = z.infer<typeof ObjectChange>

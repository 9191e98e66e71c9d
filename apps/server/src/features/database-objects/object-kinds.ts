import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { compositeTypeKind } from './composite-types/composite-type-kind.ts'
import { domainKind } from './domains/domain-kind.ts'
import { enumeratedTypeKind } from './enumerated-types/enumerated-type-kind.ts'
import { eventTriggerKind } from './event-triggers/event-trigger-kind.ts'
import { extensionKind } from './extensions/extension-kind.ts'
import { functionKind } from './functions/function-kind.ts'
import { indexKind } from './indexes/index-kind.ts'
import type { ChangedKind, FoundObject, NamedDraft } from './object-kind.ts'
import { policyKind } from './policies/policy-kind.ts'
import { publicationKind } from './publications/publication-kind.ts'
import { roleKind } from './roles/role-kind.ts'
import { triggerKind } from './triggers/trigger-kind.ts'

/** A kind whose types are those of the change that names it. */
export type AnyObjectKind = ChangedKind<NamedDraft, FoundObject<NamedDraft>>

/** Every kind of objects, as changes name it. */
export const objectKinds = {
  enumerated_type: enumeratedTypeKind,
  extension: extensionKind,
  index: indexKind,
  composite_type: compositeTypeKind,
  domain: domainKind,
  event_trigger: eventTriggerKind,
  policy: policyKind,
  publication: publicationKind,
  role: roleKind,
  function: functionKind,
  trigger: triggerKind,
} satisfies Record<ObjectChange['object'], AnyObjectKind>

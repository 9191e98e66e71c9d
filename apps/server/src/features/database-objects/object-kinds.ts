import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { enumeratedTypeKind } from './enumerated-types/enumerated-type-kind.ts'
import { functionKind } from './functions/function-kind.ts'
import type { FoundObject, ListQuery, NamedDraft, ObjectKind } from './object-kind.ts'
import { policyKind } from './policies/policy-kind.ts'
import { roleKind } from './roles/role-kind.ts'
import { triggerKind } from './triggers/trigger-kind.ts'

/** A kind whose types are those of the change that names it. */
export type AnyObjectKind = ObjectKind<NamedDraft, FoundObject<NamedDraft>, ListQuery>

/** Every kind of objects, as changes name it. */
export const objectKinds = {
  enumerated_type: enumeratedTypeKind,
  policy: policyKind,
  role: roleKind,
  function: functionKind,
  trigger: triggerKind,
} satisfies Record<ObjectChange['object'], AnyObjectKind>
